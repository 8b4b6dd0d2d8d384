#include "io/safetensors.h"

#include <cmath>

#include "io/json.h"
#include "io/utf8.h"

namespace qkv {
namespace {

constexpr const char* kWho = "safetensors";
constexpr uint64_t kMaxSide = 0x7FFFFFFF;         // rows and columns fit a 32-bit Index
constexpr double kMaxExact = 9007199254740992.0;  // 2^53: integers up to here survive JSON's doubles

[[noreturn]] void fail(const char* what, Values values = {}) { fail_file(kWho, what, values); }

struct Entry {
  std::string name;
  DType dtype;
  uint64_t rows, cols, begin, end;
};

uint64_t whole_number(const Json& value, const std::string& name) {
  if (value.kind != Json::Kind::kNumber || !(value.number >= 0) || value.number > kMaxExact ||
      value.number != std::floor(value.number))
    fail("tensor '%' has a shape or offset that is not a whole number", {name});
  return static_cast<uint64_t>(value.number);
}

const Json& member(const Json& object, const char* key, Json::Kind kind, const std::string& name) {
  const Json* found = object.find(key);
  if (!found || found->kind != kind) fail("tensor '%' has no valid %", {name, key});
  return *found;
}

Entry read_entry(const std::string& name, const Json& json) {
  const std::string& type = member(json, "dtype", Json::Kind::kString, name).string;
  Entry entry{name, DType::kF32, 1, 1, 0, 0};
  if (type == "F16")
    entry.dtype = DType::kF16;
  else if (type == "BF16")
    entry.dtype = DType::kBF16;
  else if (type != "F32")
    fail("tensor '%' is %; F32, F16 and BF16 can be read", {name, type});

  const auto& shape = member(json, "shape", Json::Kind::kArray, name).array;
  for (size_t i = 0; i < shape.size(); ++i) {
    const uint64_t size = whole_number(shape[i], name);
    uint64_t& folded = i + 1 == shape.size() ? entry.cols : entry.rows;
    if (size > kMaxSide || (size != 0 && folded > kMaxSide / size))
      fail("tensor '%' is absurdly large", {name});
    folded *= size;
  }
  const auto& offsets = member(json, "data_offsets", Json::Kind::kArray, name).array;
  if (offsets.size() != 2) fail("tensor '%' has no valid data_offsets", {name});
  entry.begin = whole_number(offsets[0], name);
  entry.end = whole_number(offsets[1], name);
  return entry;
}

// Checks that the tensors tile the data exactly, so that nothing is read twice, skipped or outside the file.
void check_layout(const std::vector<Entry>& entries, uint64_t data_size) {
  std::multimap<std::pair<uint64_t, uint64_t>, const Entry*> in_order;  // by begin, then end
  for (const Entry& entry : entries) in_order.emplace(std::pair(entry.begin, entry.end), &entry);
  uint64_t at = 0;
  for (const auto& [range, entry] : in_order) {
    const Entry& e = *entry;
    if (e.begin != at) fail("tensor '%' overlaps another or leaves a hole", {e.name});
    if (e.end < e.begin || e.end > data_size) fail("tensor '%' ends outside the file", {e.name});
    const uint64_t width = bytes_of(e.dtype);
    const uint64_t bytes = e.end - e.begin;
    // The division keeps the product from overflowing.
    const bool fits = e.rows == 0 || e.cols == 0
                          ? bytes == 0
                          : bytes % (width * e.cols) == 0 && bytes / (width * e.cols) == e.rows;
    if (!fits) fail("tensor '%' has % bytes, which does not fit its shape", {e.name, bytes});
    at = e.end;
  }
  if (at != data_size) fail("the file has % bytes that belong to no tensor", {data_size - at});
}

void append(std::vector<uint8_t>& bytes, const void* from, size_t count) {
  const auto* first = static_cast<const uint8_t*>(from);
  bytes.insert(bytes.end(), first, first + count);
}

}  // namespace

uint64_t safetensors_header_size(Bytes first, uint64_t size) {
  ByteReader reader(first, kWho);
  const auto header_size = reader.read<uint64_t>();
  if (header_size > size - 8)
    fail("the header claims % bytes, the file has % behind it", {header_size, size - 8});
  if (header_size > kMaxHeader)
    fail("the header has % bytes; at most % can be read here", {header_size, kMaxHeader});
  return header_size;
}

SafetensorsHeader parse_safetensors_header(Bytes bytes, uint64_t data_size) {
  const std::string_view text{reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  if (!is_utf8(text)) fail("the header is not UTF-8");
  const Json json = parse_json(text);
  if (json.kind != Json::Kind::kObject) fail("the header is not a JSON object");
  SafetensorsHeader header;
  std::vector<Entry> entries;
  for (const auto& [name, value] : json.object) {
    if (name != "__metadata__") {
      entries.push_back(read_entry(name, value));
      continue;
    }
    for (const auto& [key, text] : value.object) {
      if (text.kind != Json::Kind::kString) fail("__metadata__ must hold only strings");
      header.metadata[key] = text.string;
    }
  }
  check_layout(entries, data_size);
  for (const Entry& e : entries)
    header.tensors[e.name] = {e.dtype, static_cast<Index>(e.rows), static_cast<Index>(e.cols), e.begin};
  return header;
}

TensorFile read_safetensors(Bytes bytes) {
  const uint64_t header_size = safetensors_header_size(bytes, bytes.size());
  const Bytes data = bytes.subspan(8 + header_size);
  const SafetensorsHeader header = parse_safetensors_header(bytes.subspan(8, header_size), data.size());
  TensorFile file{{}, header.metadata};
  for (const auto& [name, place] : header.tensors) {
    const Stored stored{&file.tensors[name], place.begin, place.rows, place.cols, place.dtype};
    put_rows(stored, 0, data.subspan(place.begin, static_cast<uint64_t>(place.rows) * stored.row_bytes()));
  }
  return file;
}

std::vector<uint8_t> write_safetensors(const TensorFile& file, DType dtype) {
  const char* type = dtype == DType::kF32 ? "F32" : dtype == DType::kF16 ? "F16" : "BF16";
  const size_t width = bytes_of(dtype);
  std::string header = "{\"__metadata__\":{";
  const char* separator = "";
  for (const auto& [key, text] : file.metadata) {
    header += separator + json_quote(key) + ":" + json_quote(text);
    separator = ",";
  }
  header += "}";
  size_t at = 0;
  for (const auto& [name, matrix] : file.tensors) {
    const size_t end = at + width * static_cast<size_t>(matrix.size());
    header += "," + json_quote(name) + ":{\"dtype\":\"" + type + "\",\"shape\":[" +
              whole_text(matrix.rows()) + "," + whole_text(matrix.cols()) + "],\"data_offsets\":[" +
              whole_text(at) + "," + whole_text(end) + "]}";
    at = end;
  }
  header += "}";
  header.resize((header.size() + 7) / 8 * 8, ' ');  // the data starts at a multiple of eight

  std::vector<uint8_t> bytes;
  const uint64_t header_size = header.size();
  bytes.reserve(8 + header.size() + at);
  append(bytes, &header_size, 8);
  append(bytes, header.data(), header.size());
  for (const auto& [name, matrix] : file.tensors)
    for (Index i = 0; i < matrix.size(); ++i) {
      const float value = matrix.data()[i];
      const uint16_t half = dtype == DType::kF16 ? float_to_half(value) : float_to_bfloat16(value);
      if (dtype == DType::kF32)
        append(bytes, &value, 4);
      else
        append(bytes, &half, 2);
    }
  return bytes;
}

}  // namespace qkv

#include "io/file_kind.h"

#include <algorithm>
#include <string_view>

#include "io/model_file.h"

namespace qkv {
namespace {

constexpr const char* kWho = "file";

std::string_view text_of(Bytes bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

/// A kind of file that is known by the bytes at a place in it.
struct Mark {
  size_t at;
  std::string_view bytes;
  const char* refusal;
};

using namespace std::string_view_literals;  // marks may hold zeros
constexpr const char* kGzip = "this file is compressed; unpack it first";
constexpr const char* kPickle =
    "this is a checkpoint of PyTorch; export the model as a llama2.c file of version 0 first";
constexpr const char* kOldTokenizer =
    "this is a tokenizer in a llama2.c format of July 2023; export it again with today's tokenizer.py";
constexpr Mark kMarks[] = {
    {0, "GGUF"sv, "this is a GGUF model; GGUF cannot be read yet"},
    {0, "ggml"sv, "this is a GGML model; GGML cannot be read"},
    {0, "lmgg"sv, "this is a GGML model; GGML cannot be read"},
    {0, "PK\3\4"sv, kPickle},
    {0, "\x80\2"sv, kPickle},
    {0, "\x80\3"sv, kPickle},
    {0, "\x80\4"sv, kPickle},
    {0, "\x80\5"sv, kPickle},
    {0, "\x89HDF"sv, "this is an HDF5 file, as Keras saves models; it cannot be read"},
    {0, "\x93NUMPY"sv, "this is an array of NumPy, not a model"},
    {4, "TFL3"sv, "this is a model of TensorFlow Lite; it cannot be read"},
    {0, "\x1F\x8B"sv, kGzip},
    {0, "BZh"sv, kGzip},
    {0, "\xFD\x37zXZ"sv, kGzip},
    {0, "\x28\xB5\x2F\xFD"sv, kGzip},
    {0, "7z\xBC\xAF"sv, kGzip},
    {0, "version https://git-lfs"sv,
     "this is a pointer of Git LFS, a note in place of the file; fetch the file itself with git lfs pull"},
    {4, "<unk>"sv, kOldTokenizer},
    {8, "<unk>"sv, kOldTokenizer},
};

/// Whether the first bytes are UTF-8 without control characters, as far as one sees.
bool is_text(Bytes head) {
  return std::all_of(head.begin(), head.end(), [](uint8_t byte) {
    return byte >= 0x20 ? byte != 0x7F : byte == '\n' || byte == '\r' || byte == '\t';
  });
}

const char* kind_of_text(std::string_view text) {
  const size_t first = text.find_first_not_of("\xEF\xBB\xBF \r\n\t");
  if (first == text.npos) return "this is a text file, not a model";
  text.remove_prefix(first);
  if (text[0] == '<')
    return "this is a web page, not a model: what should be downloaded was answered with a page";
  if (text[0] == '{' || text[0] == '[')
    return "this is a text in JSON, such as config.json; the numbers of a model are in another file";
  return "this is a text file, not a model";
}

bool looks_like_safetensors(Bytes head) { return head.size() >= 9 && head[8] == '{'; }

bool looks_like_llama2c(Bytes head) {
  try {
    llama2c_config(head);
    return true;
  } catch (const Failure&) {
    return false;
  }
}

constexpr uint64_t kMaxTokenizer = 1 << 26;  // the largest known have 4 MB

/// tokenizer.bin: the longest piece, then for each piece a score and its length; the first is <unk> as a rule.
bool looks_like_tokenizer(Bytes head, uint64_t size) {
  if (head.size() < 12 || size > kMaxTokenizer) return false;
  ByteReader reader(head, kWho);
  const auto longest = reader.read<uint32_t>();
  reader.read<float>();
  const auto length = reader.read<uint32_t>();
  return 0 < longest && longest <= 1 << 16 && length <= longest && 12 + uint64_t{length} <= size;
}

}  // namespace

Names<FileKind> names(FileKind) {
  static constexpr std::pair<const char*, FileKind> all[] = {{"safetensors", FileKind::kSafetensors},
                                                             {"llama2c", FileKind::kLlama2c},
                                                             {"tokenizer", FileKind::kTokenizer}};
  return all;
}

void refuse_foreign(Bytes head, uint64_t size) {
  if (size == 0) fail_file(kWho, "this file is empty");
  const std::string_view text = text_of(head);
  // SentencePiece: a list of pieces in protocol buffers, the first of them <unk>.
  if (text.starts_with("\x0A") && text.substr(0, 16).find("<unk>") != text.npos)
    fail_file(kWho,
              "this is a tokenizer.model of SentencePiece; export it as tokenizer.bin with llama2.c's "
              "tokenizer.py");
  for (const Mark& mark : kMarks)
    if (text.size() > mark.at && text.substr(mark.at).starts_with(mark.bytes)) fail_file(kWho, mark.refusal);
  if (text.starts_with("24ka") && head.size() >= 8) {  // "ak42" as a number of 32 bits
    ByteReader reader(head.subspan(4), kWho);
    fail_file(kWho, "this is a llama2.c file of version %; export the model again with --version 0",
              {reader.read<int32_t>()});
  }
  if (is_text(head)) fail_file(kWho, kind_of_text(text));
}

FileKind file_kind(Bytes head, uint64_t size) {
  refuse_foreign(head, size);
  if (looks_like_safetensors(head)) return FileKind::kSafetensors;
  if (looks_like_llama2c(head)) return FileKind::kLlama2c;
  if (looks_like_tokenizer(head, size)) return FileKind::kTokenizer;
  fail_file(
      kWho,
      "not a model or a tokenizer that can be read here; llama2.c files and safetensors of this lab can");
}

}  // namespace qkv

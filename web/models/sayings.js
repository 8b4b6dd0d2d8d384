// What goes wrong with files, models and training, in other languages than the core's.
import { addSayings } from '../i18n/errors.js'

addSayings({
  zh: {
    // length: tiles, writing, latents, windows
    'a window needs a causal mask and at least 1 position, got %':
      '窗口要配因果掩码，至少 1 个位置，现在是 %1',
    'linear attention needs a causal mask and no window': '线性注意力要配因果掩码，不能再加窗口',
    'linear attention needs a causal mask': '线性注意力离不开因果掩码',
    'with a window the scale must be positive, got %': '有窗口时，缩放系数要大于 0，现在是 %1',
    'a tile must be at least 1 wide, got %': '块的边长至少是 1，现在是 %1',
    'there are % tiles, got number %': '一共 %1 块，没有第 %2 号',
    'tile % is hidden or was taken before': '第 %1 号块被掩码遮住，或者已经算过',
    'there must be at least 1 token, got %': '至少要有 1 个词元，现在是 %1',
    'the number of tokens must not be negative, got %': '词元数不能小于 0，现在是 %1',
    'a latent of this model has 1 to % numbers, got %': '这个模型的潜向量可以有 1 到 %1 个数，现在是 %2',
    '% heads of keys and values cannot be merged to %': '%1 个键值头不能合并成 %2 个',
    '% tokens are no % sequences of equal length': '%1 个词元分不成 %2 段一样长的',
    'there must be % latents, got %': '要有 %1 个潜向量，现在是 %2 个',
    'there is no head % in layer %': '第 %2 层没有第 %1 个头（都从 0 数起）',
    'this model has no RoPE': '这个模型不用 RoPE',
    'there can be 0 to % pairs, got %': '可以有 0 到 %1 对，现在是 %2',
    'there can be 1 to 10000 examples, got %': '可以取 1 到 10000 个例子，现在是 %1',
    'must be a list': '%0 要是一个列表',
    'temperature must be 0 or more and finite, got %': '采样的温度要是不小于 0 的有限数，现在是 %1',
    // what a file is
    'this file is empty': '文件是空的',
    'this is a GGUF model; GGUF cannot be read yet': '这是 GGUF 模型，目前还读不了',
    'this is a GGML model; GGML cannot be read': '这是 GGML 模型，读不了',
    'this is a checkpoint of PyTorch; export the model as a llama2.c file of version 0 first':
      '这是 PyTorch 的检查点：请先把模型导出成 llama2.c 第 0 版的文件',
    'this is an HDF5 file, as Keras saves models; it cannot be read':
      '这是 HDF5 文件（Keras 常用来存模型），读不了',
    'this is an array of NumPy, not a model': '这是 NumPy 数组，不是模型',
    'this is a model of TensorFlow Lite; it cannot be read': '这是 TensorFlow Lite 模型，读不了',
    'this file is compressed; unpack it first': '这是压缩文件，请先解压',
    'this is a pointer of Git LFS, a note in place of the file; fetch the file itself with git lfs pull':
      '这只是 Git LFS 的指针，不是文件本身：请用 git lfs pull 取回文件',
    "this is a tokenizer in a llama2.c format of July 2023; export it again with today's tokenizer.py":
      '这是 llama2.c 2023 年 7 月的旧格式分词器：请用现在的 tokenizer.py 重新导出',
    'this is a text file, not a model': '这是文本文件，不是模型',
    'this is a web page, not a model: what should be downloaded was answered with a page':
      '这是网页，不是模型：下载的时候，对方给的是一个页面',
    'this is a text in JSON, such as config.json; the numbers of a model are in another file':
      '这是 JSON 文本（比如 config.json），模型的数在别的文件里',
    'this is a llama2.c file of version %; export the model again with --version 0':
      '这是 llama2.c 第 %1 版的文件：请加上 --version 0 重新导出模型',
    "this is a tokenizer.model of SentencePiece; export it as tokenizer.bin with llama2.c's tokenizer.py":
      '这是 SentencePiece 的 tokenizer.model：请用 llama2.c 的 tokenizer.py 导出成 tokenizer.bin',
    'not a model or a tokenizer that can be read here; llama2.c files and safetensors of this lab can':
      '认不出这是什么模型或分词器；这里能读 llama2.c 的文件，和本实验室导出的 safetensors',
    'this is a tokenizer, tokenizer.bin, and not a model': '这是分词器（tokenizer.bin），不是模型',
    'GGUF cannot be read yet; known are auto, llama2c and safetensors':
      'GGUF 目前还读不了，只能是 auto、llama2c 或 safetensors',
    "unknown format '%'; known are auto, llama2c and safetensors":
      '没有“%1”这种格式，只有 auto、llama2c 和 safetensors',
    'the browser cannot read this file: it has been changed, moved or locked':
      '浏览器读不到这个文件：它可能被改过、移走了，或者被别的程序占着',
    'reading was cancelled': '已取消读取',
    'the file ends at byte %, but % bytes should follow byte %':
      '文件到第 %1 字节就断了，而第 %3 字节之后还应有 %2 字节',
    'the next part has % bytes, % were put: the file has changed or cannot be read':
      '下一段应有 %1 字节，只读到 %2 字节：文件变了，或者读不了',
    'is not complete yet': '模型还没有读完',
    'the model needs % bytes of memory, a page has at most %': '这个模型要 %1 字节内存，一个网页最多只有 %2',
    // llama2.c
    'not a llama2.c model (%)': '不是 llama2.c 模型（%1）',
    'by its header the file should have % bytes, it has %': '按文件头，它应有 %1 字节，实际是 %2 字节',
    'hidden_dim must be at least 1': 'hidden_dim 至少是 1',
    'n_heads must divide d_model': 'd_model 要是 n_heads 的整数倍',
    'the llama2.c format needs %': 'llama2.c 格式要求模型有：%1',
    'the model has % tokens, the tokenizer file is too short for that':
      '模型有 %1 个词元，这个分词器文件装不下那么多，它们不配套',
    '% bytes are left after % tokens: it belongs to another model':
      '读完 %2 个词元还剩 %1 字节：这个分词器属于别的模型',
    // safetensors
    'the header claims % bytes, the file has % behind it': '文件说自己的文件头有 %1 字节，可后面只有 %2 字节',
    'the header has % bytes; at most % can be read here': '文件头有 %1 字节；这里最多读 %2 字节',
    'the header is not a JSON object': '文件头不是 JSON 对象',
    'the header is not UTF-8': '文件头不是 UTF-8',
    '__metadata__ must hold only strings': '__metadata__ 里只能是字符串',
    "tensor '%' has a shape or offset that is not a whole number": '张量 %1 的形状或位置不是整数',
    "tensor '%' has no valid %": '张量 %1 缺少 %2，或写得不对',
    "tensor '%' is %; F32, F16 and BF16 can be read": '张量 %1 的类型是 %2；能读的是 F32、F16 和 BF16',
    "tensor '%' is absurdly large": '张量 %1 大得不合理',
    "tensor '%' has no valid data_offsets": '张量 %1 缺少 data_offsets，或写得不对',
    "tensor '%' overlaps another or leaves a hole": '张量 %1 和别的张量重叠，或者中间留了空',
    "tensor '%' ends outside the file": '张量 %1 伸到文件外面去了',
    "tensor '%' has % bytes, which does not fit its shape": '张量 %1 有 %2 字节，和它的形状对不上',
    'the file has % bytes that belong to no tensor': '文件里有 %1 字节不属于任何张量',
    // JSON
    '% at byte %': '第 %2 字节处的 JSON 有错：%1',
    'unexpected text after the value': '值后面还有多余的文字',
    'unexpected end': '突然断了',
    "expected '%'": '这里该有“%1”',
    'unknown word': '不认识的词',
    'too deeply nested': '套得太深',
    'expected a key': '这里该有一个键',
    "duplicate key '%'": '键“%1”出现了两次',
    'not a value': '这不是一个值',
    'a number starts with 0': '数不能以 0 开头',
    'unterminated string': '字符串没有结束',
    'control character in a string': '字符串里有控制字符',
    'half a surrogate pair': '只有半个代理对',
    'unknown escape': '不认识的转义',
    // our own models
    'there is no "config" in its __metadata__; only models saved by QKV Lab can be read from safetensors yet':
      '它的 __metadata__ 里没有 “config”；safetensors 目前只能读本实验室导出的',
    'config must be a JSON object': 'config 要是 JSON 对象',
    'config.% is missing or of the wrong kind': 'config.%1 缺了，或者类型不对',
    'config.% must be a whole number': 'config.%1 要是整数',
    "config.% has the unknown value '%'": 'config.%1 的值“%2”不认识',
    'config.n_layers has no tensors': '张量不够 config.n_layers 那么多层用',
    "tensor '%' is missing": '缺少张量 %1',
    "tensor '%' must be % x %, it is %": '张量 %1 应为 %2 x %3，实际是 %4',
    "tensor '%' is not part of the model": '张量 %1 不属于这个模型',
    'vocabulary must be a list of n_vocab = % words': '词表要正好有 n_vocab = %1 个词',
    'vocabulary must hold only words': '词表里只能是词',
    'the same word stands in it twice': '词表里有一个词出现了两次',
    "the rule '%' for where answers count is unknown": '不认识“%1”这条规则（哪些位置的回答算数）',
    '% must be between % and %, got %': '%1 要在 %2 到 %3 之间，现在是 %4',
    'd_head must be even with RoPE, got %': '用 RoPE 时 d_head 要是偶数，现在是 %1',
    'd_model must be even with sinusoidal positions, got %': '用正弦位置时 d_model 要是偶数，现在是 %1',
    'norm_epsilon must be 0 or more and finite': 'norm_epsilon 要是不小于 0 的有限数',
    'rope_theta must be positive and finite': 'rope_theta 要是大于 0 的有限数',
    "this model has no '%'": '这个模型里没有 %1',
    // running
    'this model came without a tokenizer': '这个模型没有带分词器',
    "the model has never seen '%'": '模型没见过“%1”',
    'there is no token %': '没有编号为 %1 的词元',
    'at least one token is needed': '至少要有一个词元',
    'this model reads at most % tokens, got %': '这个模型最多读 %1 个词元，现在有 %2 个',
    'token ids must be between 0 and %, got %': '词元编号要在 0 到 %1 之间，现在是 %2',
    'a model that sees later tokens cannot cache earlier ones': '看得见后文的模型，不能缓存前文',
    'the cache must have % layers, got %': '缓存要有 %1 层，现在是 %2 层',
    'maxTokens must be at least 1, got %': 'maxTokens 至少是 1，现在是 %1',
    'logits must be one row, got %': 'logits 只能有一行，现在是 %1',
    'the weights must be % like the tokens, got %': '权重要和词元一样是 %1，现在是 %2',
    'there must be as many answers as tokens, %, or none, got %':
      '回答要么和词元一样有 %1 个，要么一个也没有，现在是 %2 个',
    'this model has been freed': '这个模型已经释放了',
    // costs and timing
    "unknown architecture '%'; known are %": '没有“%1”这种结构，只有 %2',
    'tokens and bytes must be positive, got % and %': '词元数和字节数要大于 0，现在是 %1 和 %2',
    'needs at least two points, as many x as y': '至少要有两个点，x 和 y 一样多',
    'x and y must be positive': 'x 和 y 都要大于 0',
    'x must differ': 'x 不能全都一样',
    "unknown kind '%'; known are peak, gemm, softmax, naive and tiled":
      '没有“%1”这一种，只有 peak、gemm、softmax、naive 和 tiled',
    '% needs % sizes, got %': '%1 要有 %2 个大小，现在是 %3 个',
    'sizes must be whole numbers between 0 and 2^24, got %': '大小要是 0 到 2^24 之间的整数，现在是 %1',
    'attention needs at least one head of width 1': '注意力至少要有一个宽度为 1 的头',
    // the next token
    'the logit of token % is not a number': '词元 %1 的 logit 不是一个数',
    'top-k must be a whole number, 0 or more, got %': 'top-k 要是不小于 0 的整数，现在是 %1',
    'top-p and min-p must be between 0 and 1, got %': 'top-p 和 min-p 要在 0 到 1 之间，现在是 %1',
    'probabilities must be one row, got %': '概率要排成一行，现在是 %1',
    // tile by tile
    'the number of queries and the width must not be negative, got % and %':
      '查询的个数和宽度不能是负数，现在是 %1 和 %2',
    'sizes must not be negative, got % and %': '大小不能是负数，现在是 %1 和 %2',
    'a tile must have at least one row, got %': '一块至少要有一行，现在是 %1 行',
    // learning
    'this is no snapshot of this trainer': '这不是这次训练的存档',
    'the snapshot is of another model': '这是另一个模型的存档',
    'the lists of parameters and gradients must not change': '参数和梯度的清单不能中途改变',
    'parameter % has another shape than its gradient, or than before':
      '第 %1 个参数和它的梯度（或和先前）形状不同',
    'the batch is empty': '这一批是空的',
    '% sequences of % tokens need as many ids and targets, got % and %':
      '%1 条、每条 %2 个词元，编号和目标也要有那么多，现在是 %3 和 %4',
    'at least one target is needed': '至少要有一个目标',
    'there must be a target for each of % rows, got %': '%1 行各要有一个目标，现在是 %2 个',
    'targets must be between 0 and %, got %': '目标要在 0 到 %1 之间，现在是 %2',
    'needs at least one example, got %': '至少要有一个例子，现在是 %1',
    'the prefix must have 1 to % tokens, got %': '前缀要有 1 到 %1 个词元，现在是 %2 个',
    'nothing is asked after % tokens': '第 %1 个词元之后没有问题要答',
    "unknown task '%'; known are %": '没有“%1”这个任务，只有 %2',
    'a piece must be at least 1 character long, got %': '一段至少要有 1 个字，现在是 %1',
    'the text has more than % different characters': '不同的字超过了 %1 个，请换一段短一些的',
    'the text must have at least two characters, got %': '文字至少要有两个字，现在是 %1 个',
    'the task has % words and % tokens, the model % and %':
      '任务有 %1 个词、%2 个词元，模型却是 %3 和 %4，它们不配套',
    'a batch must have 1 to 1000000 sequences, got %': '一批要有 1 到 1000000 条，现在是 %1 条',
    'steps and warm-up must be 0 or more, got % and %': '步数和预热步数不能小于 0，现在是 %1 和 %2',
    'the learning rate must be 0 or more, got %': '学习率不能小于 0，现在是 %1',
    'after % steps the loss is not a number: the learning rate % is too large for this model':
      '走了 %1 步，损失已经不是一个数了：学习率 %2 对这个模型太大。模型还停在那一步之前。',
  },
})

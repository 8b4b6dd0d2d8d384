// The words of this figure.
const zh = {
  guess: '先猜',
  losses: '损失',
  maps: '看谁',
  willBe: '按“训练”，两条损失曲线从左边长出来',
  promise: {
    causal: '练的时候，这里是它的损失、答对率，和每个位置看谁：右上角盖住了。',
    none: '这里也一样，只是什么都不盖。',
  },
  title: '偷看',
  lede: '训练时如果看得见后面的词，损失会漂亮得不像话，可是到了真要往下写的时候，后面什么也没有。同一个模型练两遍，一遍盖住未来，一遍不盖。',
  note: '两边的模型、种子、数据和步数都一样，只差一个因果掩码。“写的时候”只留例子的开头，后面的一个也不给。',
  data: '数据',
  kinds: { random: '随机词元', sink: '后面会重复的词元' },
  story: {
    random: '二十种词元，随机排列。下一个是什么，谁也猜不到：最好的办法是二十种平均分，损失是 ln 20。',
    sink: '十个不同的词元随机排列，随后从其中某处重复六个。前面的猜不到，重复的部分从前文就能知道。',
  },
  questions: {
    loss: '先猜：练完以后，哪一边的损失更低？',
    writing: '再猜：只给开头一段，哪一边能接着写对？',
  },
  sides: { causal: '盖住未来', none: '不盖', neither: '都不行' },
  startUnguessed: '不猜了，训练',
  rightGuess: '猜对了',
  wrongGuess: '没猜对',
  chart: '两边在新抽的例子上的损失',
  writingTitle: '真要写的时候',
  writingText: '训练时每个位置都可以对答案。现在只给开头一段，各自接着写下去：',
  given: '给出的是',
  reality: '实际',
  ability: (/** @type {string} */ seen, /** @type {string} */ writing) =>
    `平均给正确的下一个词元：整段都在时 ${seen}，写的时候 ${writing}（一百个例子）。`,
  lossVerdict: {
    peeked:
      '不盖的一边损失更低，低到不可能是猜出来的，只能是抄的：图上紧挨对角线的那条，就是在看下一个词元。',
    none: '不盖的一边损失更低。',
    causal: '这一次，盖住未来的一边损失反而更低。',
  },
  neither: {
    random: '答案一拿走，两边都不知道下一个是什么：随机的东西本来就没法知道，那么低的损失什么也没学到。',
    sink: '这一次两边都还没有学会从前文接着写：换一个种子再试。',
  },
  verdict: {
    causal: '真要写时没有东西可抄，它就写不下去；盖住未来的一边只能从前文学，所以接得上。',
    none: '这一次不盖的一边写得反而更准，请看上面的数字，或者换一个种子。',
  },
}

/** @type {typeof zh} */
const en = {
  guess: 'Guess',
  losses: 'Losses',
  maps: 'Where they look',
  willBe: 'Press Train, and two losses grow from the left',
  promise: {
    causal:
      'While it trains: its loss, how much is right, and where each position looks, with the upper right hidden.',
    none: 'The same here, with nothing hidden.',
  },
  title: 'Peeking',
  lede: 'If the following words can be seen in training, the loss looks too good to be true; and when it comes to writing, there is nothing behind to see. The same model is trained twice, once with the future hidden and once not.',
  note: 'Model, seed, data and steps are the same on both sides; only the causal mask differs. For writing, only the beginning of the example is left.',
  data: 'Data',
  kinds: { random: 'random tokens', sink: 'tokens that come again' },
  story: {
    random:
      'Twenty kinds of tokens in random order. Nobody can know the next: the best one can do is give each a twentieth, a loss of ln 20.',
    sink: 'Ten different tokens in random order, then six of them again from somewhere among them. The first cannot be known; those that come again can, from what stands before.',
  },
  questions: {
    loss: 'Guess first: which side will have the lower loss?',
    writing: 'And: given the beginning only, which side can go on?',
  },
  sides: { causal: 'Future hidden', none: 'Future visible', neither: 'Neither' },
  startUnguessed: 'Train without guessing',
  rightGuess: 'as you said',
  wrongGuess: 'not so',
  chart: 'The loss of both sides on fresh examples',
  writingTitle: 'When it comes to writing',
  writingText:
    'In training every place could look the answer up. Given the beginning only, each goes on by itself:',
  given: 'Given',
  reality: 'What follows',
  ability: (seen, writing) =>
    `gives the right next token, on average over a hundred examples: ${seen} with everything there, ${writing} when writing.`,
  lossVerdict: {
    peeked:
      'With the future visible the loss is lower, too low for guessing: it is copying. The line beside the diagonal looks at the next token.',
    none: 'With the future visible the loss is lower.',
    causal: 'This time the loss is lower with the future hidden.',
  },
  neither: {
    random:
      'Take the answer away and neither knows what comes next: what is random cannot be known, and so low a loss had learned nothing.',
    sink: 'This time neither has learned to go on from what stands before: try another seed.',
  },
  verdict: {
    causal:
      'When it comes to writing there is nothing to copy, and it cannot go on; with the future hidden it had to learn from what stands before, and so it can.',
    none: 'This time the side that saw the future writes better: see the numbers above, or try another seed.',
  },
}

export const strings = { zh, en }

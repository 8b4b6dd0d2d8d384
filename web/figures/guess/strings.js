// The words of this figure.
const zh = {
  title: '“它”指什么：先猜',
  lede: '把 100 % 分给可能的词，再看句子里的线索，最后和一个真正训练过的头对照。',
  which: '句子',
  ask: (/** @type {string} */ pronoun) => `“${pronoun}”指什么？把 100 % 分给它们。`,
  yours: '你分的',
  reveal: '看线索',
  clues: '句子里的线索',
  head: '训练过的头给的权重',
  modelNote:
    '这是随站附带的代词模型在这句话上真正算出的权重，取自最后一个词那一行。它只懂这一种句子；其他句子它读不了，所以不给它编一个答案。',
  note: '线索是人写的说明，不是模型的解释。分成几份，比只选一个更能说出你有多拿不准。',
  sentences: [
    {
      before: '张工把配置文件发给测试同学，因为',
      pronoun: '它',
      after: '包含新的开关',
      candidates: ['张工', '配置文件', '测试同学'],
      clues: [
        '“包含开关”说的是文件一类的东西，人不会包含开关。',
        '“它”通常不指人，张工和测试同学都不大可能。',
      ],
      model: null,
    },
    {
      before: '小猫把毛线球推下桌子，然后',
      pronoun: '它',
      after: '滚进了沙发底下',
      candidates: ['小猫', '毛线球', '桌子'],
      clues: [
        '“滚”最像球，猫也能钻，但不说滚。',
        '前一句的主语是小猫，换了主语却没有说，读的人要靠“滚”字改过来。',
      ],
      model: null,
    },
    {
      before: '会议室的投影仪连不上电脑，因为',
      pronoun: '它',
      after: '的接口太旧',
      candidates: ['投影仪', '会议室', '电脑'],
      clues: ['会议室没有接口。', '投影仪和电脑都有接口，句子没有说是哪一个：两个都可以，拿不准是对的。'],
      model: null,
    },
    {
      before: '奖杯放不进箱子，因为',
      pronoun: '它',
      after: '太大',
      candidates: ['奖杯', '箱子'],
      clues: [
        '放不进去又“太大”，大的是要放进去的东西。',
        '把“大”换成“小”，答案就反过来：决定的是最后一个字。',
      ],
      model: { text: '奖杯放不进箱子，因为它太大', words: ['奖杯', '箱子'] },
    },
  ],
}

/** @type {typeof zh} */
const en = {
  title: 'Who is “it”? Guess first',
  lede: 'Share out 100 % over what it may mean, read the clues of the sentence, and compare with a head that was really trained.',
  which: 'Sentence',
  ask: (pronoun) => `What does “${pronoun}” refer to? Share out 100 %.`,
  yours: 'Your shares',
  reveal: 'Show the clues',
  clues: 'Clues in the sentence',
  head: 'Weights of the trained head',
  modelNote:
    'These are the weights that the site’s pronoun model really computes for this sentence, in the row of its last word. It knows this kind of sentence only; for the others it has no answer, and none is made up.',
  note: 'The clues were written by people; they are not a model’s explanation. Shares say how sure you are, which one choice cannot.',
  sentences: [
    {
      before: 'Zhang sent the config file to the tester because ',
      pronoun: 'it',
      after: ' contains a new switch',
      candidates: ['Zhang', 'config file', 'tester'],
      clues: [
        'Files contain switches, people do not.',
        '“It” seldom means a person, which speaks against Zhang and the tester.',
      ],
      model: null,
    },
    {
      before: 'The kitten pushed the ball of wool off the table, and ',
      pronoun: 'it',
      after: ' rolled under the sofa',
      candidates: ['kitten', 'ball of wool', 'table'],
      clues: [
        'Balls roll; a kitten would run.',
        'The kitten was the subject. Nothing announces the new subject; only “rolled” gives it away.',
      ],
      model: null,
    },
    {
      before: 'The projector in the meeting room does not connect to the laptop because ',
      pronoun: 'its',
      after: ' port is too old',
      candidates: ['projector', 'meeting room', 'laptop'],
      clues: [
        'Meeting rooms have no ports.',
        'Projector and laptop both have one, and the sentence does not say which: being unsure is right.',
      ],
      model: null,
    },
    {
      before: 'The trophy does not fit in the suitcase because ',
      pronoun: 'it',
      after: ' is too big',
      candidates: ['trophy', 'suitcase'],
      clues: [
        'What does not go in and is too big is what was to go in.',
        'Say “small” instead and the answer turns round: the last word decides.',
      ],
      model: {
        text: 'the trophy does not fit in the suitcase because it is too big',
        words: ['trophy', 'suitcase'],
      },
    },
  ],
}

export const strings = { zh, en }

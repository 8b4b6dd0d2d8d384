// The words for models that learn, whichever figure shows them.
const zh = {
  start: '训练',
  pause: '暂停',
  resume: '继续',
  reset: '从头来',
  progress: (/** @type {string} */ now, /** @type {string} */ all) => `第 ${now} / ${all} 步`,
  heldOutLoss: '损失（纳特）',
  accuracy: '答对率',
  leastLoss: (/** @type {string} */ n) => `不偷看最低只能到 ${n}`,
  stepsAxis: '步',
  nats: '纳特',
  tryLabel: '给刚练好的模型的输入',
  answers: '模型的回答',
  continue: '让它往下写',
  unseen: (/** @type {string} */ word, /** @type {string} */ known) => `它没见过“${word}”，只认识：${known}`,
  examples: {
    pronoun: '钢琴放不进货车，因为它太大',
    'who-is-he': '老板告诉员工他必须加班',
    control: '老板答应员工，他会休息',
    addition: '4 7 + 3 5 = 0 8',
  },
}

/** @type {typeof zh} */
const en = {
  start: 'Train',
  pause: 'Pause',
  resume: 'Go on',
  reset: 'Start over',
  progress: (now, all) => `Step ${now} of ${all}`,
  heldOutLoss: 'Loss (nats)',
  accuracy: 'Right answers',
  leastLoss: (n) => `without peeking, no lower than ${n}`,
  stepsAxis: 'steps',
  nats: 'nats',
  tryLabel: 'Input for the model just trained',
  answers: 'What the model answers',
  continue: 'Let it go on',
  unseen: (word, known) => `It has never seen “${word}”. It knows: ${known}`,
  examples: {
    pronoun: 'the piano does not fit in the truck because it is too big',
    'who-is-he': 'the boss told the employee that he had to stay',
    control: 'the boss promised the employee that he would rest',
    addition: '4 7 + 3 5 = 0 8',
  },
}

export const strings = { zh, en }

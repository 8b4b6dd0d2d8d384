// The words that exercises share.
const zh = {
  predict: '先猜再看',
  order: '排顺序',
  explain: '用自己的话说',
  right: '对。',
  wrong: '不是这个。',
  notYet: '顺序还不对，再调一调。',
  check: '检查',
  compare: '对照',
  yours: '你的回答',
  writeFirst: '先写一句，再对照。',
  model: '可以这样说：',
  up: '往前移',
  down: '往后移',
  renew: '换一组数',
  query: (/** @type {string} */ token) => `“${token}”的查询 q`,
  keys: '键 k',
  shareLeft: (/** @type {number} */ n) =>
    n ? `还剩 ${n} % 没有分` : '分完了；要给别处多一点，先把某一处减下来',
  shareAll: '分满 100 % 以后才能看。',
}

/** @type {typeof zh} */
const en = {
  predict: 'Guess, then look',
  order: 'Put in order',
  explain: 'In your own words',
  right: 'Right.',
  wrong: 'Not that one.',
  notYet: 'Not in order yet; try again.',
  check: 'Check',
  compare: 'Compare',
  yours: 'Your answer',
  writeFirst: 'Write a sentence first, then compare.',
  model: 'One way to say it:',
  up: 'Move up',
  down: 'Move down',
  renew: 'Other numbers',
  query: (token) => `Query q of “${token}”`,
  keys: 'Keys k',
  shareLeft: (n) =>
    n ? `${n} % left to give` : 'all given; to give more somewhere, take from somewhere else first',
  shareAll: 'Give all 100 % first.',
}

export const strings = { zh, en }

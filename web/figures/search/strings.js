// The words of this figure.
const zh = {
  title: '软查询',
  lede: '数据库按键找到一行，交出那一行的值。注意力不挑一行：按匹配程度给每行一个份额，把值混合起来。',
  caption: '四份制度，每份凭两项特征被找到，交出两项内容。带框的数都能改。',
  temperature: '温度',
  key: '键：凭什么找到',
  value: '值：交出什么',
  features: ['休假', '花钱'],
  fields: ['天数', '金额'],
  query: '查询',
  documents: ['年假', '婚假', '差旅', '加班餐'],
  score: '匹配',
  hard: '硬查询',
  soft: '软查询',
  gotHard: '硬查询取回（只要最匹配的一行）',
  gotSoft: '软查询取回（按份额混合）',
  note: '数字是手工设的，为了看清规则。匹配是查询和键的点积；软查询的份额是匹配分数的 softmax。键和值不是一回事：改键只改变谁被找到，改值只改变取回什么。温度越低越像硬查询。',
}

/** @type {typeof zh} */
const en = {
  title: 'Soft look-up',
  lede: 'A database finds a row by its key and hands over that row’s value. Attention does not pick: each row gets a share by how well it matches, and the values are mixed.',
  caption:
    'Four rules, each found by two features and handing over two numbers. Whatever has a frame can be changed.',
  temperature: 'Temperature',
  key: 'Key: what it is found by',
  value: 'Value: what it hands over',
  features: ['time off', 'money'],
  fields: ['days', 'amount'],
  query: 'Query',
  documents: ['Annual leave', 'Wedding leave', 'Travel', 'Late meals'],
  score: 'Match',
  hard: 'Hard',
  soft: 'Soft',
  gotHard: 'Hard look-up returns (the best row only)',
  gotSoft: 'Soft look-up returns (mixed by share)',
  note: 'The numbers are set by hand, to show the rule. The match is the dot product of query and key; soft shares are the softmax of the matches. Key and value are different things: a key decides who is found, a value what is returned. The lower the temperature, the harder the look-up.',
}

export const strings = { zh, en }

// Texts to learn from, long in the public domain: five poems of the Tang dynasty; Jane Taylor, "The Star" (1806).

/** @type {Record<string, string>} */
export const sampleTexts = {
  zh: `春眠不觉晓，处处闻啼鸟。夜来风雨声，花落知多少。
床前明月光，疑是地上霜。举头望明月，低头思故乡。
白日依山尽，黄河入海流。欲穷千里目，更上一层楼。
千山鸟飞绝，万径人踪灭。孤舟蓑笠翁，独钓寒江雪。
红豆生南国，春来发几枝。愿君多采撷，此物最相思。
`,
  en: `Twinkle, twinkle, little star,
How I wonder what you are!
Up above the world so high,
Like a diamond in the sky.
When the blazing sun is gone,
When he nothing shines upon,
Then you show your little light,
Twinkle, twinkle, all the night.
`,
}

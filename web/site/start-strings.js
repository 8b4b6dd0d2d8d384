// What the HTML of every page says until its script has started, and what is said if that does not come about. `wait` stands in the HTML.

const zh = {
  wait: '正在打开注意力实验室…… 如果这行字一直不消失，说明这个页面的脚本没能运行：JavaScript 可能被关掉了，浏览器可能太旧，或者网址末尾少了一个斜杠（/）。',
  noScript: '这个页面需要 JavaScript。',
  old: '这个浏览器太旧，打不开注意力实验室。需要 Chrome 或 Edge 111、Firefox 115、Safari 16.4 以上的版本。',
  missing: '页面的脚本没有取到，注意力实验室打不开。请检查网络，并确认网站的 assets 文件夹已经完整上传。',
  sandbox:
    '这个页面被放在没有来源的沙盒框架里，取不到自己的脚本。请在 iframe 的 sandbox 里加上 allow-same-origin，或者改用单文件版 qkv-lab.html。',
  failed:
    '注意力实验室没能启动。请刷新页面；如果一直这样，请换新一点的浏览器（Chrome 或 Edge 111、Firefox 115、Safari 16.4 以上）。',
}

/** @type {typeof zh} */
const en = {
  wait: 'Opening QKV Lab … If this line stays, the script of this page could not run: JavaScript may be switched off, the browser may be too old, or the address may lack its last slash (/).',
  noScript: 'This page needs JavaScript.',
  old: 'This browser is too old for QKV Lab. It needs Chrome or Edge 111, Firefox 115, Safari 16.4, or newer.',
  missing:
    'The script of this page could not be fetched, so QKV Lab cannot open. Check the connection, and that the whole folder "assets" is on the server.',
  sandbox:
    'This page stands in a sandboxed frame without an origin and cannot fetch its own script. Add allow-same-origin to the sandbox attribute of the iframe, or use the one-file edition, qkv-lab.html.',
  failed:
    'QKV Lab could not start. Reload the page; if that does not help, use a newer browser (Chrome or Edge 111, Firefox 115, Safari 16.4, or newer).',
}

export const strings = { zh, en }

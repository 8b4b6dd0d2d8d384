// The first script of every page, written for any browser that there is: it starts the page, and whatever keeps that from happening
// becomes a sentence here and a message to the page around a frame. Until then the sentence of the HTML stands.
/* eslint-disable no-var */
;(function () {
  var note = /** @type {HTMLElement} */ (document.getElementById('start'))
  var texts = JSON.parse(note.getAttribute('data-texts') || '')
  var over = false

  function told(/** @type {string} */ cause, /** @type {string} */ detail) {
    // Whoever has started takes the note away.
    if (over || !document.getElementById('start')) return
    over = true
    var sentences = texts[cause]
    note.className = 'failed'
    note.setAttribute('role', 'alert')
    var paragraphs = note.getElementsByTagName('p')
    var more = detail ? ' (' + detail + ')' : ''
    for (var i = 0; i < paragraphs.length; i++)
      paragraphs[i].textContent = sentences[paragraphs[i].getAttribute('data-tag') || 'en'] + more
    if (parent !== window) parent.postMessage({ type: 'qkv-error', message: sentences.en + more }, '*')
  }

  // What the pages are written in; a browser that does not know some other word of it ends in an error, which is told as well.
  var knows =
    'noModule' in document.createElement('script') &&
    'attachShadow' in document.body &&
    'hasOwn' in Object &&
    window.CSS &&
    CSS.supports('color', 'color-mix(in srgb, red, blue)')

  window.addEventListener('error', function (event) {
    told('failed', event.message || '')
  })
  window.addEventListener('unhandledrejection', function (event) {
    told('failed', String((event.reason && event.reason.message) || event.reason))
  })
  var source = note.getAttribute('data-main') || ''
  if (!knows) told('old', '')
  else if (source) {
    var script = document.createElement('script')
    script.type = 'module'
    script.src = source
    script.onerror = function () {
      told(window.origin === 'null' ? 'sandbox' : 'missing', source)
    }
    document.head.appendChild(script)
  }
})()

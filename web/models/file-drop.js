import { LitElement, html, css } from 'lit'
import { define } from '../components/define.js'
import { emit } from '../components/emit.js'
import { base, controls } from '../components/theme.js'
import { wordsOf } from '../i18n/index.js'
import { strings } from './strings.js'

/** A place for files. Properties: `lang`. Event: qkv-files {files: File[]}. */
export class FileDrop extends LitElement {
  static properties = { lang: {}, over: { state: true } }

  static styles = [
    base,
    controls,
    css`
      div {
        border: 1.5px dashed var(--line);
        border-radius: 12px;
        padding: 0.8rem 1rem;
        display: flex;
        flex-wrap: wrap;
        gap: 0.5rem;
        align-items: center;
      }
      div.over {
        border-color: var(--a);
        background: color-mix(in srgb, var(--a) 6%, var(--surface));
      }
      small {
        flex-basis: 100%;
        color: var(--soft);
        font-size: 0.84rem;
      }
    `,
  ]

  constructor() {
    super()
    this.lang = ''
    this.over = false
  }

  render() {
    const t = wordsOf(strings, this.lang)
    return html`<div
      class=${this.over ? 'over' : ''}
      @dragover=${(/** @type {DragEvent} */ e) => (e.preventDefault(), (this.over = true))}
      @dragleave=${() => (this.over = false)}
      @drop=${this.#drop}
    >
      <span>${t.drop}</span>
      <button class="button" @click=${() => this.renderRoot.querySelector('input')?.click()}>
        ${t.choose}
      </button>
      <input
        type="file"
        hidden
        multiple
        accept=".bin,.safetensors"
        aria-label=${t.choose}
        @change=${this.#chosen}
      />
      <small>${t.dropHint}</small>
    </div>`
  }

  /** @param {FileList|undefined|null} files */
  #emit(files) {
    if (files?.length) emit(this, 'qkv-files', { files: [...files] })
  }

  /** @param {DragEvent} e */
  #drop = (e) => {
    e.preventDefault()
    this.over = false
    this.#emit(e.dataTransfer?.files)
  }

  /** @param {any} e */
  #chosen = (e) => {
    this.#emit(e.target.files)
    e.target.value = ''
  }
}

define('qkv-file-drop', FileDrop)

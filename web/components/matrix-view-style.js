import { css } from 'lit'

/** How the matrix view looks. */
export const matrixViewStyle = css`
  :host {
    flex: none;
  }
  header {
    display: flex;
    gap: 0.5rem;
    justify-content: space-between;
    align-items: baseline;
    white-space: nowrap;
    margin-bottom: 0.15rem;
  }
  .label {
    font: italic 600 1.02rem/1.3 var(--serif);
    color: var(--tone, var(--ink));
  }
  .note {
    font-size: 0.72rem;
    color: var(--soft);
  }
  table {
    border-collapse: separate;
    border-spacing: 2px;
    font-variant-numeric: tabular-nums;
  }
  th {
    font-weight: 500;
    font-size: 0.84rem;
    line-height: 1.2;
    color: var(--soft);
  }
  tbody th {
    padding-right: 0.4rem;
    text-align: right;
    white-space: nowrap;
    max-width: var(--names);
    overflow: hidden;
    text-overflow: ellipsis;
  }
  tbody th.followed {
    color: var(--ink);
    font-weight: 700;
  }
  thead th {
    text-align: center;
    font-size: 0.76rem;
    max-width: var(--cell);
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  td {
    width: var(--cell);
    min-width: var(--cell);
    height: 2.05rem;
    padding: 0;
    border-radius: 6px;
    text-align: center;
    font-size: 0.86rem;
    line-height: 1;
    position: relative;
    background: color-mix(in srgb, var(--ink-of) var(--amount), var(--surface));
    cursor: pointer;
    user-select: none;
  }
  td.corner {
    all: unset;
    display: table-cell;
  }
  td.long {
    font-size: 0.74rem;
    letter-spacing: -0.02em;
  }
  td.longer {
    font-size: 0.66rem;
    letter-spacing: -0.04em;
  }
  td.quiet {
    cursor: default;
  }
  td.strong {
    color: var(--on-strong);
  }
  td.editable {
    box-shadow: inset 0 0 0 1px color-mix(in srgb, var(--ink) 22%, transparent);
    cursor: ew-resize;
    touch-action: pan-y;
  }
  td.editable:hover {
    box-shadow: inset 0 0 0 1.5px var(--ink);
  }
  td.followed {
    box-shadow: inset 0 0 0 1.5px color-mix(in srgb, var(--tone, var(--a)) 55%, transparent);
  }
  td.marked {
    box-shadow: inset 0 0 0 2px var(--tone, var(--a));
  }
  td.hatched {
    background: repeating-linear-gradient(135deg, var(--hatch) 0 1.5px, var(--surface) 1.5px 6px);
    color: var(--ink);
  }
  td.hatched span {
    background: var(--surface);
    border-radius: 4px;
    padding: 0.05rem 0.25rem;
    font-size: 0.78rem;
  }
  td.pinned {
    outline: 2.5px solid var(--focus);
    outline-offset: 0;
    z-index: 1;
  }
  td:focus-visible {
    outline: 2.5px solid var(--focus);
    outline-offset: 1px;
    z-index: 2;
  }
  td input {
    position: absolute;
    inset: -2px;
    width: calc(100% + 4px);
    min-height: 0;
    padding: 0;
    text-align: center;
    border: 2px solid var(--focus);
    border-radius: 6px;
    background: var(--surface);
    font-size: 0.86rem;
  }
`

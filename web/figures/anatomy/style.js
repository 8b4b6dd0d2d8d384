import { css } from 'lit'

/** How the anatomy looks. */
export const anatomyStyle = css`
  .sentence {
    display: grid;
    gap: 0.5rem;
    padding: 0.9rem 1.1rem;
    border-bottom: 1px solid var(--line);
  }
  .sentence h2 {
    margin: 0;
  }
  .sentence p {
    margin: 0;
    font-size: 0.95rem;
  }
  .note {
    padding: 0.6rem 1.1rem 0;
    font-size: 0.9rem;
    color: var(--soft);
    max-width: 52rem;
  }
  .tokens input {
    width: min(11rem, 60vw);
  }
  .shape {
    display: inline-flex;
    gap: 0.5rem;
    align-items: baseline;
  }
  .shape label {
    display: inline-flex;
    gap: 0.25rem;
    align-items: baseline;
    white-space: nowrap;
  }
  .shape i {
    font-family: var(--math, serif);
  }
  .shape sub {
    font-size: 0.72em;
  }
  .shape input {
    width: 2.9rem;
  }
  select {
    max-width: 14rem;
  }
  @container (max-width: 45rem) {
    qkv-head {
      --cell: 2.55rem;
    }
  }
  @container (max-width: 26rem) {
    qkv-head {
      --cell: 2.1rem;
      --names: 3.3rem;
    }
  }
`

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
    font: 600 0.84rem/1.4 var(--sans);
    color: var(--soft);
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
  .number {
    width: 3.6rem;
  }
  .content {
    padding-top: 0;
    padding-bottom: 0.2rem;
  }
  qkv-attention-bands[only] {
    padding: 0.9rem 0;
    --cell: 2.5rem;
  }
  select {
    max-width: 14rem;
  }
  input[type='range'] {
    width: 6.5rem;
  }
  output {
    font-variant-numeric: tabular-nums;
    min-width: 2.4em;
  }
  @container (max-width: 45rem) {
    qkv-attention-bands {
      --cell: 2.55rem;
    }
    @container (max-width: 26rem) {
    qkv-attention-bands {
      --cell: 2.1rem;
      --names: 3.3rem;
    }
  }
`

import { css } from 'lit'

/** How qkv-train looks. */
export const trainStyle = css`
  .about {
    padding: 0.9rem 1.1rem;
    border-bottom: 1px solid var(--line);
    display: grid;
    gap: 0.7rem;
  }
  .about p {
    margin: 0;
    max-width: 52rem;
  }
  .settings {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem 1rem;
    align-items: center;
    font-size: 0.875rem;
  }
  .settings label {
    display: inline-flex;
    align-items: center;
    gap: 0.4rem;
    color: var(--soft);
  }
  .settings input {
    width: 5.2rem;
  }
  .settings select {
    color: var(--ink);
  }
  .settings input {
    color: var(--ink);
  }
  textarea {
    width: 100%;
    resize: vertical;
    line-height: 1.5;
  }
  .run {
    padding: 0.9rem 1.1rem;
    border-bottom: 1px solid var(--line);
    display: grid;
    gap: 0.7rem;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem 0.8rem;
    align-items: center;
  }
  .buttons .primary {
    min-width: 6.5rem;
    min-height: 2.4rem;
    justify-content: center;
    font-size: 1rem;
  }
  .buttons label {
    display: inline-flex;
    align-items: center;
    gap: 0.5rem;
    font-size: 0.875rem;
    color: var(--soft);
  }
  .far {
    display: flex;
    flex-wrap: wrap;
    gap: 0.2rem 0.9rem;
    align-items: center;
    font-size: 0.875rem;
    color: var(--soft);
    font-variant-numeric: tabular-nums;
  }
  progress {
    flex: 1 1 12rem;
    height: 0.6rem;
    accent-color: var(--a);
  }
  .columns {
    display: grid;
    grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
    border-bottom: 1px solid var(--line);
  }
  .columns > *,
  .after {
    padding: 0.9rem 1.1rem;
    display: grid;
    gap: 0.9rem;
    align-content: start;
    min-width: 0;
  }
  .columns > :first-child {
    border-right: 1px solid var(--line);
  }
  h2 {
    font: 600 0.84rem/1.4 var(--sans);
    color: var(--soft);
    margin: 0 0 0.4rem;
  }
  .soft {
    color: var(--soft);
    font-size: 0.875rem;
    margin: 0;
  }
  .warn {
    color: var(--warn);
    margin: 0;
  }
  .done {
    margin: 0;
    font: 600 1.05rem/1.4 var(--serif);
  }
  .files {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
  }
  @container (max-width: 52rem) {
    .columns {
      grid-template-columns: minmax(0, 1fr);
    }
    .columns > :first-child {
      border-right: none;
      border-bottom: 1px solid var(--line);
    }
  }
`

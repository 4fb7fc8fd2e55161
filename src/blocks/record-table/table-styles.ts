import type { CSSProperties } from 'react'

/** Styles of single parts, here instead of the style sheet: that is stored by every phone, this only with the table. */
export const STYLES = {
  split: { display: 'flex', alignItems: 'flex-start', gap: '1rem', marginTop: '0.75rem' },
  column: { flex: 1, minWidth: 0 },
  /** Its own width, not that of the screen, decides which columns fit. */
  body: { overflowX: 'auto', containerType: 'inline-size' },
  pane: {
    position: 'sticky',
    top: '4.5rem',
    flex: 'none',
    width: 'min(25rem, 45%)',
    maxHeight: 'calc(100dvh - 5.5rem)',
    overflow: 'auto',
  },
  close: { position: 'absolute', top: '0.5rem', right: '0.5rem' },
  table: { width: '100%', borderSpacing: 0 },
  /** One line: without a largest width a long name would push the other columns out of sight. */
  name: {
    width: '50%',
    // A part of the table where that is narrow, beside the details: the amounts stay in sight.
    minWidth: 'min(12rem, 40cqi)',
    maxWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  cut: {
    minWidth: '8.25rem',
    maxWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  check: {
    display: 'grid',
    placeItems: 'center',
    width: '3rem',
    height: '3rem',
    accentColor: 'var(--r-brand)',
  },
  box: { width: '1.125rem', height: '1.125rem' },
  keys: { marginTop: '0.75rem' },
  bulk: {
    position: 'sticky',
    bottom: '0.5rem',
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '0.5rem 0.75rem',
    marginTop: '0.75rem',
  },
} as const satisfies Record<string, CSSProperties>

import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

/** The green of the logo, from pale to dark. */
const leaf: MantineColorsTuple = [
  '#e8f6f1',
  '#d0eae2',
  '#a1d6c6',
  '#78c5ae',
  '#52c6a9',
  '#2fa186',
  '#1c836c',
  '#0e6a59',
  '#0a5345',
  '#063c32',
]

/** The same sizes everywhere: targets of 48 px, text of at least 16 px in a field (phones zoom in otherwise). */
const field = { size: 'md' } as const

export const theme = createTheme({
  primaryColor: 'leaf',
  primaryShade: { light: 7, dark: 4 },
  colors: { leaf },
  fontFamily: 'var(--r-font)',
  headings: { fontFamily: 'var(--r-font)' },
  defaultRadius: 'md',
  radius: { md: '0.625rem' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // A button grows with its label: Swahili ones often need a second line.
    Button: { defaultProps: { size: 'md', h: 'auto', mih: 48, fw: 650 } },
    TextInput: { defaultProps: field },
    NativeSelect: { defaultProps: field },
    Textarea: { defaultProps: field },
    FileInput: { defaultProps: field },
    // A dialog's header is no banner of the page.
    SegmentedControl: { defaultProps: { size: 'md' } },
  },
})

/** Mantine's surfaces use the colours of first-paint.css, so that both never differ. */
export const cssVariables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--r-surface)',
    '--mantine-color-text': 'var(--r-text)',
    '--mantine-color-dimmed': 'var(--r-dim)',
    '--mantine-color-error': 'var(--r-bad)',
    '--mantine-color-default': 'var(--r-surface)',
    '--mantine-color-default-hover': 'var(--r-sunken)',
    '--mantine-color-default-color': 'var(--r-text)',
    '--mantine-color-default-border': 'var(--r-edge)',
    '--mantine-color-placeholder': 'var(--r-dim)',
    '--mantine-color-disabled': 'var(--r-mute-soft)',
    '--mantine-color-disabled-color': 'var(--r-dim)',
  }
  return { variables: {}, light: shared, dark: shared }
}

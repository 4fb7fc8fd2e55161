/** Catalogues are compiled by the Lingui plugin of Vite; TypeScript only needs their shape. */
declare module '*.po' {
  import type { Messages } from '@lingui/core'

  export const messages: Messages
}

import type { Logo } from './logo.ts'

/**
 * One line of a receipt for every output: a screen, paper, a PDF file, the roll of a printer, a web page. All texts
 * are final: an output decides about the looks only, never about a figure or a word.
 */
export type ReceiptLine =
  /** First and last line of the legal layout, or their replacement. Centred. */
  | { readonly kind: 'frame'; readonly text: string }
  /** Place of the authority's logo. */
  | { readonly kind: 'mark'; readonly text: string }
  /** The seller's own picture, centred. */
  | { readonly kind: 'logo'; readonly logo: Logo }
  /** An important mark: COPY, canceled. Centred, in a box. */
  | { readonly kind: 'notice'; readonly text: string }
  | { readonly kind: 'seller'; readonly text: string }
  | { readonly kind: 'centred'; readonly text: string }
  /** Between two parts. */
  | { readonly kind: 'rule' }
  | { readonly kind: 'fact'; readonly name: string; readonly value: string }
  | {
      readonly kind: 'item'
      readonly description: string
      /** Quantity × unit price. */
      readonly measure: string
      /** With tax, before discount, and the tax letter. */
      readonly amount: string
      readonly discount: { readonly name: string; readonly value: string } | null
    }
  | { readonly kind: 'sum'; readonly name: string; readonly value: string }
  /** What the customer has to pay. */
  | { readonly kind: 'grand'; readonly name: string; readonly value: string }
  /** The verification code under its name. */
  | { readonly kind: 'code'; readonly name: string; readonly text: string }
  /** A QR code that holds this text. */
  | { readonly kind: 'qr'; readonly text: string }

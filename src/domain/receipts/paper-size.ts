/** The paper sizes of a receipt: rolls of 58 and 80 mm, and the office sheet. */
export const PAPER_SIZES = ['58', '80', 'A4'] as const
export type PaperSize = (typeof PAPER_SIZES)[number]

/** Measures in millimetres. `height` is null on a roll, which is cut after the last line. */
export type Paper = {
  readonly width: number
  readonly height: number | null
  /** Margin at the left and the right: print heads do not reach the edge of a roll (48 of 58 mm, 72 of 80 mm). */
  readonly side: number
  readonly top: number
  /** How many characters of a printer's standard font fit on one line. */
  readonly columns: number
  /** How many dots a printer's head has across the paper, at 203 dots an inch. */
  readonly dots: number
}

export const PAPERS: Readonly<Record<PaperSize, Paper>> = {
  58: { width: 58, height: null, side: 5, top: 3, columns: 32, dots: 384 },
  80: { width: 80, height: null, side: 4, top: 3, columns: 48, dots: 576 },
  A4: { width: 210, height: 297, side: 20, top: 15, columns: 80, dots: 832 },
}

import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import type { ReceiptText } from '#domain/expenses/receipt-text.ts'
import type { FileType } from '#domain/files/validate-file.ts'

/** What the text of a file says; `isRecognized` where it is made of letters in a picture, some of which may be wrong. */
export type ReadText = ReceiptText & { readonly isRecognized?: true }

/** A file that may show a receipt, and the last day that the receipt can be of. */
export type ReadableFile = {
  readonly type: FileType
  readonly content: Uint8Array
  readonly latest: FiscalDay
}

/**
 * Reads files of receipts, one at a time. Both reject where the file is broken, too large to be read, or takes longer than
 * `longestMs`, and when `signal` aborts.
 */
export type ReceiptReader = {
  /** The content of the QR code in the picture of a file; `null` where there is none. */
  findCode(file: ReadableFile, signal: AbortSignal, longestMs: number): Promise<string | null>
  /** What the text of a file says: that of a PDF, else the letters in the picture; `null` where there is no text. */
  readText(file: ReadableFile, signal: AbortSignal, longestMs: number): Promise<ReadText | null>
}

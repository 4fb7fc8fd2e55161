import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { readScannedReceipt } from '#domain/expenses/receipt-code.ts'
import {
  completingReceipt,
  type ReceiptText,
  readFieldCount,
  readReceiptText,
} from '#domain/expenses/receipt-text.ts'
import { findCode } from './find-code.ts'
import type { ReadableFile, ReadText } from './gateway.ts'
import { openPages } from './pdf-pages.ts'
import { decodePicture, isOnItsSide, type Picture, pictureForReading, turnPicture } from './picture.ts'
import { startTextReader } from './recognize-text.ts'

/** Text with fewer fields is the wrong way up, or no receipt. */
const FEWEST_FIELDS = 4

/** The content of the QR code in the picture of a file, in a PDF the first of a receipt; `null` where there is none. */
export async function readCode({ type, content }: ReadableFile): Promise<string | null> {
  if (type !== 'application/pdf') return (await findCode(decodePicture(content)))?.text ?? null
  for (const page of await openPages(content)) {
    const picture = await page.picture()
    const text = (picture && (await findCode(picture))?.text) ?? ''
    // A letter has codes too: to pay, or to a page of the seller.
    if (readScannedReceipt(text, true)) return text
  }
  return null
}

function countFields(text: string, latest: FiscalDay): number {
  return readFieldCount(readReceiptText(text, latest))
}

/** The letters in a picture, as they were read the right way up. */
async function recognize(picture: Picture, latest: FiscalDay): Promise<string> {
  const code = await findCode(picture)
  // Without a code that says which way is up, the page is turned until it can be read.
  const turns = code ? [code.quarters] : isOnItsSide(picture) ? [1, 3, 0, 2] : [0, 2, 1, 3]
  const reader = await startTextReader()
  try {
    let best = ''
    for (const quarters of turns) {
      const text = await reader.read(pictureForReading(turnPicture(picture, quarters)))
      if (countFields(text, latest) > countFields(best, latest)) best = text
      if (countFields(best, latest) >= FEWEST_FIELDS) break
    }
    return best
  } finally {
    await reader.close()
  }
}

type Course = {
  readonly isEnough: (read: ReceiptText) => boolean
  /** In what order a page is tried alone and with the pages before it. */
  readonly candidates: (page: string, joined: string) => readonly string[]
}

/**
 * Reads pages in order until what they say is enough, else the one that says most. A receipt goes on from one page to the
 * next; a page before it that is no part of it has next to nothing of a receipt.
 */
async function readPages(
  texts: readonly (() => Promise<string>)[],
  latest: FiscalDay,
  { isEnough, candidates }: Course,
): Promise<ReceiptText> {
  let begun = ''
  let best = readReceiptText('', latest)
  for (const textOf of texts) {
    const text = await textOf()
    begun = countFields(begun, latest) < FEWEST_FIELDS ? text : `${begun}\n${text}`
    for (const candidate of candidates(text, begun)) {
      const read = readReceiptText(candidate, latest)
      if (isEnough(read)) return read
      if (readFieldCount(read) > readFieldCount(best)) best = read
    }
  }
  return best
}

function hasTotal(read: ReceiptText): boolean {
  return completingReceipt(read) !== undefined
}

/** An invoice on the pages before has a total as well, but no code. */
function isWhole(read: ReceiptText): boolean {
  return hasTotal(read) && read.code !== '' && read.time !== ''
}

/** What the text of a file says: that of a PDF, else the letters in its pictures; `null` where there is no text. */
export async function readText({ type, content, latest }: ReadableFile): Promise<ReadText | null> {
  if (type !== 'application/pdf') {
    const text = await recognize(decodePicture(content), latest)
    return { ...readReceiptText(text, latest), isRecognized: true }
  }
  const pages = await openPages(content)
  const written = await readPages(
    pages.map(({ text }) => text),
    latest,
    // The pages before may be those of an invoice.
    { isEnough: isWhole, candidates: (page, joined) => [page, joined] },
  )
  if (hasTotal(written)) return written
  // Letters take seconds a page: what an expense needs is enough.
  const recognized = pages.map(({ picture }) => async () => {
    const found = await picture()
    return found ? await recognize(found, latest) : ''
  })
  // The pages before have no total, or they would have been enough: this one may be the end of their receipt.
  const seen = await readPages(recognized, latest, {
    isEnough: hasTotal,
    candidates: (page, joined) => [joined, page],
  })
  if (readFieldCount(seen) > readFieldCount(written)) return { ...seen, isRecognized: true }
  return readFieldCount(written) === 0 ? null : written
}

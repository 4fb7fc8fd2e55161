import { extractText, getDocumentProxy } from 'unpdf'

/** The texts of a PDF in one string, read by a library that has nothing to do with the one that writes. */
export async function readPdfText(bytes: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
  return text.replaceAll(/\s+/g, ' ')
}

import * as v from 'valibot'
import { CHUNK_BYTES } from '#domain/files/may-upload.ts'
import { MAX_FILE_BYTES } from '#domain/files/validate-file.ts'
import { sha256Field } from './fields/texts.ts'

const byteOffset = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(MAX_FILE_BYTES))

/** The path for downloading a file: it ends in its hash. The answer is the file itself, not JSON. */
export const FILES_PATH = '/v1/accounting/files/'

/** One chunk of a file, starting at `offset`. The file is named by the hash of its whole content. */
export const fileChunkSchema = v.object({
  sha256: sha256Field,
  /** Of the whole file, in bytes. */
  size: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(MAX_FILE_BYTES, 'FILE_TOO_LARGE')),
  offset: byteOffset,
  /** Base64; an empty text only asks for the progress of the upload. */
  bytes: v.pipe(v.string(), v.regex(/^[\w+/]*={0,2}$/), v.maxLength(4 * Math.ceil(CHUNK_BYTES.max / 3))),
})

/** How much of a file the server has: the next chunk starts at `received`. */
export const fileUploadStateSchema = v.object({
  received: byteOffset,
  /** Whether more is needed. The error of a refused file is in the result of its operation. */
  state: v.picklist(['more', 'whole', 'refused']),
})
export type FileUploadState = v.InferOutput<typeof fileUploadStateSchema>

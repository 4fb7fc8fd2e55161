import * as v from 'valibot'
import { FILE_TYPES } from '#domain/files/judge-file.ts'
import { instantField } from './fields/moments.ts'
import { idField, sha256Field } from './fields/texts.ts'
import { PUSH_MAX_BYTES } from './sync.ts'

/** Who wrote a piece of work, on which device, under which name people know them. */
export const writerSchema = v.object({
  userId: idField,
  deviceId: idField,
  name: v.pipe(v.string(), v.maxLength(200)),
})
export type Writer = v.InferOutput<typeof writerSchema>

/** An operation on its way from phone to phone: as it was frozen, under its own id. */
export const carriedOperationSchema = v.object({
  opId: idField,
  type: v.pipe(v.string(), v.maxLength(40)),
  v: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  lane: v.pipe(v.string(), v.maxLength(120)),
  dependsOn: v.pipe(v.array(idField), v.maxLength(50)),
  bodyHash: sha256Field,
  body: v.pipe(v.string(), v.maxLength(PUSH_MAX_BYTES)),
  createdAt: instantField,
  /** Absent when the writer of the whole wrote it. */
  writtenBy: v.exactOptional(writerSchema),
})
export type CarriedOperation = v.InferOutput<typeof carriedOperationSchema>

/** A file that travels beside the work which names it, by the hash of its content. */
export const carriedFileSchema = v.object({
  sha256: sha256Field,
  type: v.picklist(FILE_TYPES),
  size: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
})
export type CarriedFile = v.InferOutput<typeof carriedFileSchema>

/**
 * What one phone owes the server, for another phone to deliver: in a sealed file, or shown from screen to camera. It
 * holds no token, so that nobody can send with it who may not send anyway.
 */
export const carriedWorkSchema = v.object({
  kind: v.literal('risiti-work'),
  companyId: idField,
  companyName: v.string(),
  writer: writerSchema,
  madeAt: instantField,
  /** In the order in which they were made. */
  operations: v.array(carriedOperationSchema),
  /** Absent where no content travels: what is shown to a camera. */
  files: v.exactOptional(v.array(carriedFileSchema)),
})
export type CarriedWork = v.InferOutput<typeof carriedWorkSchema>

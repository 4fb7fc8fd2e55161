import * as v from 'valibot'
import { FILE_TYPES } from '#domain/files/validate-file.ts'
import { instantField } from './fields/moments.ts'
import { idField, sha256Field } from './fields/texts.ts'
import { PUSH_MAX_BYTES } from './sync.ts'

/** Author of an operation, device, and the author's name. */
export const operationAuthorSchema = v.object({
  userId: idField,
  deviceId: idField,
  name: v.pipe(v.string(), v.maxLength(200)),
})
export type OperationAuthor = v.InferOutput<typeof operationAuthorSchema>

/** An operation transferred from phone to phone: as it was serialized, under its own id. */
export const transferredOperationSchema = v.object({
  opId: idField,
  type: v.pipe(v.string(), v.maxLength(40)),
  v: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  lane: v.pipe(v.string(), v.maxLength(120)),
  dependsOn: v.pipe(v.array(idField), v.maxLength(50)),
  bodyHash: sha256Field,
  body: v.pipe(v.string(), v.maxLength(PUSH_MAX_BYTES)),
  createdAt: instantField,
  /** The id of its first attempt and the number of this one; absent when an older app hands it over. */
  firstOpId: v.exactOptional(idField),
  attempt: v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  /** Absent when the author of the whole transfer wrote it. */
  writtenBy: v.exactOptional(operationAuthorSchema),
})
export type TransferredOperation = v.InferOutput<typeof transferredOperationSchema>

/** A file that is transferred with the work which names it, by the hash of its content. */
export const transferredFileSchema = v.object({
  sha256: sha256Field,
  type: v.picklist(FILE_TYPES),
  size: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
})
export type TransferredFile = v.InferOutput<typeof transferredFileSchema>

/**
 * Unsent operations of one phone for another phone to deliver, in an encrypted file or as an animated QR code. It
 * holds no token, so only a person with access can send it.
 */
export const transferredWorkSchema = v.object({
  kind: v.literal('risiti-work'),
  companyId: idField,
  companyName: v.string(),
  writer: operationAuthorSchema,
  madeAt: instantField,
  /** In the order in which they were queued. */
  operations: v.array(transferredOperationSchema),
  /** Absent where no content is transferred: in an animated QR code. */
  files: v.exactOptional(v.array(transferredFileSchema)),
})
export type TransferredWork = v.InferOutput<typeof transferredWorkSchema>

import type { FileType } from '#domain/files/validate-file.ts'
import { Refusal } from '../../ports/refusal.ts'
import { findCompleteFile, getContent } from '../../storage/files/files.ts'
import { companyScope, requireRight, type ServiceContext } from '../context.ts'

/** A whole file of the person's own company. One of another company and one that is not there are the same `NOT_FOUND`. */
export async function readFile(
  context: ServiceContext,
  sha256: string,
): Promise<{ readonly type: FileType; readonly content: Buffer }> {
  const scope = companyScope(context)
  requireRight(context, 'expense.read', scope)
  const found = await findCompleteFile(context.db, scope, sha256)
  if (found === undefined) throw new Refusal('NOT_FOUND')
  return { type: found.type, content: await getContent(context.db, scope, sha256) }
}

import type { FileType } from '#domain/files/judge-file.ts'
import { findWholeFile, readContent } from '../../storage/files.ts'
import { companyScope, requireRight, type ServiceContext } from '../context.ts'
import { Refusal } from '../refusal.ts'

/** A whole file of the person's own company. One of another company and one that is not there are the same `NOT_FOUND`. */
export async function readFile(
  context: ServiceContext,
  sha256: string,
): Promise<{ readonly type: FileType; readonly content: Buffer }> {
  const scope = companyScope(context)
  requireRight(context, 'expense.read', scope)
  const found = await findWholeFile(context.db, scope, sha256)
  if (found === undefined) throw new Refusal('NOT_FOUND')
  return { type: found.type, content: await readContent(context.db, scope, sha256) }
}

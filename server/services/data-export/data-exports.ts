import { DATA_EXPORTS_PATH, type DataExport } from '#contract/data-export-endpoints.ts'
import { DAY_MS, toInstant } from '#domain/calendar/east-africa.ts'
import { can } from '#domain/permissions/can.ts'
import type { AttemptLimit } from '../../ports/attempt-limit.ts'
import { Refusal } from '../../ports/refusal.ts'
import { hashOpaqueToken, makeOpaqueToken } from '../../security/one-time-code.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { findOrganizationId } from '../../storage/accounts/companies.ts'
import { findUser } from '../../storage/accounts/users.ts'
import {
  findExportByLink,
  findLatestExport,
  findPiece,
  insertExport,
  updateLink,
} from '../../storage/data-export/exports.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import { requireActiveUser, toActor } from '../auth/require-active-user.ts'
import { actedBy, type ServiceContext, type Services } from '../context.ts'
import { companyScopeFor } from '../scope-for.ts'

/** An export holds all customers of a company: it does not lie here longer than it takes to fetch it. */
const LIFETIME_MS = DAY_MS
const LINK_LIFETIME_MS = 5 * 60_000

type Asked = { readonly companyId?: string | undefined }
type Answer = { readonly export: DataExport | null }

async function readLatest(context: ServiceContext, scope: CompanyScope): Promise<Answer> {
  const now = toInstant(context.clock.now())
  const found = await findLatestExport(context.db, scope, context.actor.userId, now)
  if (!found) return { export: null }
  const { id, status, done, total, size, created_at, expires_at } = found
  return {
    export: {
      ...{ id, status, done, total, size: Number(size) },
      createdAt: toInstant(Date.parse(created_at)),
      expiresAt: toInstant(Date.parse(expires_at)),
    },
  }
}

/** How the caller's latest export of a company stands; `null` when there is none, or it expired. */
export async function readExport(context: ServiceContext, { companyId }: Asked): Promise<Answer> {
  return await readLatest(context, await companyScopeFor(context, 'data.export', companyId))
}

/** Has an export written, unless one of the caller is being written. Recorded in the audit trail. */
export async function startExport(
  context: ServiceContext,
  limit: AttemptLimit,
  { companyId }: Asked,
): Promise<Answer> {
  const scope = await companyScopeFor(context, 'data.export', companyId)
  const latest = await readLatest(context, scope)
  if (latest.export?.status === 'queued' || latest.export?.status === 'running') return latest
  await limit.consume(scope.companyId)
  const [id, now] = [context.newId(), context.clock.now()]
  const at = toInstant(now)
  await inTransaction(context.db, async (tx) => {
    const asked = { id, userId: context.actor.userId, at, expiresAt: toInstant(now + LIFETIME_MS) }
    await insertExport(tx, scope, asked)
    await insertAuditEntry(tx, {
      ...{ ...scope, ...actedBy(context), at, action: 'data.export', subject: `export:${id}` },
    })
  })
  return await readLatest(context, scope)
}

/** A link to a finished export of the caller. Recorded in the audit trail: with it the data leaves. */
export async function linkToExport(
  context: ServiceContext,
  { id, companyId }: Asked & { readonly id: string },
): Promise<{ readonly path: string }> {
  const scope = await companyScopeFor(context, 'data.export', companyId)
  const [token, now] = [makeOpaqueToken(), context.clock.now()]
  const at = toInstant(now)
  await inTransaction(context.db, async (tx) => {
    const hash = hashOpaqueToken(token)
    const until = toInstant(now + LINK_LIFETIME_MS)
    const isThere = await updateLink(tx, scope, { id, userId: context.actor.userId, hash, now: at, until })
    if (!isThere) throw new Refusal('NOT_FOUND')
    await insertAuditEntry(tx, {
      ...{ ...scope, ...actedBy(context), at, action: 'data.download', subject: `export:${id}` },
    })
  })
  return { path: `${DATA_EXPORTS_PATH}${scope.companyId}/${token}` }
}

/**
 * The pieces of the ZIP file behind a link. Refuses with `NOT_FOUND` when it is unknown or over, and when the person who
 * asked for it may no longer have it.
 */
export async function openExport(
  services: Pick<Services, 'db' | 'clock'>,
  { companyId, token }: { readonly companyId: string; readonly token: string },
): Promise<{ readonly size: number; readonly pieces: AsyncIterable<Uint8Array> }> {
  const scope = { companyId }
  const now = toInstant(services.clock.now())
  const found = await findExportByLink(services.db, scope, hashOpaqueToken(token), now)
  const user = found && (await findUser(services.db, found.user_id))
  if (!found || !user) throw new Refusal('NOT_FOUND')
  requireActiveUser(user)
  const actor = toActor(user)
  const organizationId = actor.companyId === companyId ? null : await findOrganizationId(services.db, scope)
  if (!can(actor, 'data.export', { companyId, organizationId })) throw new Refusal('NOT_FOUND')
  const { id: exportId, attempt, size } = found
  async function* pieces() {
    for (let number = 0; ; number += 1) {
      const bytes = await findPiece(services.db, scope, { exportId, attempt, number })
      if (bytes === undefined) return
      yield new Uint8Array(bytes)
    }
  }
  return { size: Number(size), pieces: pieces() }
}

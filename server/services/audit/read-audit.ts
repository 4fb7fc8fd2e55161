import { type AuditRow, EXPORTED_ENTRIES } from '#contract/audit-endpoints.ts'
import type { EndpointRequest } from '#contract/endpoints.ts'
import type { Page } from '#contract/pages.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { type AuditFilter, listAuditRows, listExportedEntries } from '../../storage/accounts/audit-trail.ts'
import type { AdministrationScope } from '../../storage/scope.ts'
import { administrationScope, subjectOf } from '../administration-scope.ts'
import { actedBy, requireRight, type ServiceContext } from '../context.ts'
import { pageQuery } from '../page-query.ts'

function auditScope(context: ServiceContext): AdministrationScope {
  const scope = administrationScope(context)
  requireRight(context, 'audit.read', subjectOf(scope))
  return scope
}

function filterOf(input: Omit<EndpointRequest<'audit.export'>, 'before'>): AuditFilter {
  const { from, to, search = '', filter: area } = input
  return { from, to, search, area }
}

/** One page of what was done in the caller's scope. */
export async function readAudit(
  context: ServiceContext,
  input: EndpointRequest<'audit.list'>,
): Promise<Page<AuditRow>> {
  const { search, sort, page } = input
  const query = pageQuery<'at' | '-at', never>({ search, sort, page }, '-at')
  return await listAuditRows(context.db, auditScope(context), filterOf(input), query)
}

/** The next entries for a file. The first batch is recorded as well: who took the trail out of the system. */
export async function exportAudit(
  context: ServiceContext,
  { before, ...input }: EndpointRequest<'audit.export'>,
): Promise<{ readonly rows: AuditRow[]; readonly more: boolean }> {
  const scope = auditScope(context)
  const { from, to } = input
  if (before === undefined) {
    await insertAuditEntry(context.db, {
      companyId: context.actor.companyId,
      ...actedBy(context),
      at: toInstant(context.clock.now()),
      action: 'audit.export',
      subject: 'audit',
      detail: { from, to },
    })
  }
  const filter = filterOf(input)
  const found = await listExportedEntries(context.db, scope, filter, { before, limit: EXPORTED_ENTRIES + 1 })
  return { rows: found.slice(0, EXPORTED_ENTRIES), more: found.length > EXPORTED_ENTRIES }
}

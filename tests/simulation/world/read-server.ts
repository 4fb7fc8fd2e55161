import type { Selectable } from 'kysely'
import type { Database } from '#server/storage/schema.ts'
import type { RawConnections } from './raw-connections.ts'

const READ = [
  ...([
    'companies',
    'customers',
    'products',
    'expenses',
    'vendors',
    'collections',
    'accounting_documents',
    'invoices',
    'receipts',
    'fiscal_identities',
    'operations',
    'files',
    'file_pieces',
  ] as const),
  ...(['changes', 'aggregates', 'record_aliases', 'device_epochs', 'delivery_log', 'z_reports'] as const),
] as const

/** The current content of the server's tables. */
export type ServerState = { readonly [Name in (typeof READ)[number]]: readonly Selectable<Database[Name]>[] }

export async function readServer(raw: RawConnections): Promise<ServerState> {
  const state: Record<string, unknown> = {}
  for (const table of READ) state[table] = (await raw.monitor.query(`select * from ${table}`)).rows
  // The columns are the schema's; `pg` reads them as the product's own pool does.
  return state as ServerState
}

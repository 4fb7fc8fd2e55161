import type { Selectable } from 'kysely'
import type { Db } from '../../services/context.ts'
import type { OrganizationsTable } from './tables.ts'

export type Organization = Selectable<OrganizationsTable>

export async function insertOrganization(db: Db, organization: Organization): Promise<void> {
  await db.insertInto('organizations').values(organization).execute()
}

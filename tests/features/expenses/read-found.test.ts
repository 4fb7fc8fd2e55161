import { expect, it } from 'vitest'
import { openAccountDatabase } from '#data/account-database.ts'
import { PAGE, preparedExpenses, prepareExpenses } from '#features/expenses/read-found.ts'
import { testPorts } from '../../data/records.ts'

it('gives what was read for an opening list to its first page only, not to a search or a filter', async () => {
  const db = await openAccountDatabase('found expenses', testPorts())
  const asked = { text: '', filter: {}, limit: PAGE }
  expect(preparedExpenses(db, asked)).toBeUndefined()
  await prepareExpenses(db)
  expect(preparedExpenses(db, asked)?.end).toMatchObject({ value: { rows: [], full: false } })
  for (const other of [{ text: 'neema' }, { filter: { status: 'pending' as const } }, { limit: 2 * PAGE }]) {
    expect(preparedExpenses(db, { ...asked, ...other })).toBeUndefined()
  }
})

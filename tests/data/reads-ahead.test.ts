import { expect, it } from 'vitest'
import { openAccountDatabase } from '#data/account-database.ts'
import { upsertMeta } from '#data/meta.ts'
import { createReadsAhead } from '#data/reads-ahead.ts'
import { testPorts } from './records.ts'

it('reads each question once until something is written, and keeps the answers apart', async () => {
  const db = await openAccountDatabase('reads ahead', testPorts())
  const other = await openAccountDatabase('reads ahead of another account', testPorts())
  const reads = createReadsAhead<string>()
  const asked: string[] = []
  const begin = (question: string) =>
    reads.begin(
      db,
      async () => {
        asked.push(question)
        return `answer to ${question}`
      },
      { asked: question },
    )
  await begin('this month').result
  await begin('this year').result
  await begin('this month').result
  expect(asked).toEqual(['this month', 'this year'])
  expect(reads.find(db, 'this year')?.end).toEqual({ value: 'answer to this year' })
  expect(reads.find(db, 'today')).toBeUndefined()
  expect(reads.find(other, 'this year')).toBeUndefined()
  await upsertMeta(db, 'pending', 1)
  await expect(begin('this month').result).resolves.toBe('answer to this month')
  expect(asked).toEqual(['this month', 'this year', 'this month'])
  reads.forget(db)
  expect(reads.find(db, 'this year')).toBeUndefined()
})

import { expect, it } from 'vitest'
import { openAccountDatabase } from '#data/account-database.ts'
import { findQueuePosition } from '#data/outbox-entries.ts'
import type { OutboxState } from '#data/rows.ts'
import { countUnsentKinds } from '#data/unsent-kinds.ts'
import { anEntry } from '../sync/entries.ts'
import { testPorts } from './records.ts'

it('counts the entries sent before one; finished, refused and dependent entries do not count', async () => {
  const db = await openAccountDatabase('queue-place', testPorts())
  const states: OutboxState[] = ['done', 'sending', 'attention', 'queued', 'blocked', 'queued', 'queued']
  await db.outbox.bulkAdd(states.map((state, index) => anEntry(index + 1, { lane: `inv:${index}`, state })))
  expect(await findQueuePosition(db, 'inv:1')).toEqual({ sending: true, before: 0 })
  expect(await findQueuePosition(db, 'inv:5')).toEqual({ sending: false, before: 2 })
  expect(await findQueuePosition(db, 'inv:6')).toEqual({ sending: false, before: 3 })
  for (const orderingKey of ['inv:0', 'inv:2', 'inv:4', 'inv:9'])
    expect(await findQueuePosition(db, orderingKey)).toBeUndefined()
})

it('counts apart what is sent alone, files that wait for their person, and what needs a person (spec §4)', async () => {
  const db = await openAccountDatabase('unsent-kinds', testPorts())
  const entries: [string, OutboxState][] = [
    ['inv:1', 'queued'],
    ['inv:2', 'sending'],
    ['inv:3', 'done'],
    ['file:e:1', 'queued'],
    ['file:e:2', 'attention'],
    ['inv:4', 'blocked'],
  ]
  await db.outbox.bulkAdd(entries.map(([lane, state], index) => anEntry(index + 1, { lane, state })))
  expect(await countUnsentKinds(db)).toEqual({ operations: 2, files: 1, stuck: 2 })
})

import { beforeEach, expect, it } from 'vitest'
import { answerInsight, receiveAnswers } from '#commands/insight-answers.ts'
import { findMeta } from '#data/meta.ts'
import { listUnsent } from '#data/outbox-entries.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { Device } from '../sync/device.ts'
import { unwrap } from '../sync/shop.ts'

let device: Device
beforeEach(async () => {
  device = await Device.make()
})

const finding = { id: 'vat-due::2026-11', rule: 'vat-due' as const }
const stored = () => findMeta(device.account.db, 'insight-answers')

it('keeps an answer at once without a connection, and queues each for the other phones of the person', async () => {
  unwrap(await answerInsight(device.account, device.commands, finding, 'done'))
  const at = toInstant(device.commands.ports.clock.now())
  expect(await stored()).toEqual({ [finding.id]: { rule: 'vat-due', answer: 'done', at } })
  unwrap(await answerInsight(device.account, device.commands, finding, null))
  expect((await stored())?.[finding.id]?.answer).toBeNull()
  const queued = await listUnsent(device.account.db)
  expect(queued.map(({ type }) => type)).toEqual(['insight.answer', 'insight.answer'])
  const bodies = queued.map(({ body }): unknown => JSON.parse(body))
  expect(bodies).toMatchObject([{ answer: 'done' }, { answer: null }])
})

it('is not undone by what another phone said before', async () => {
  unwrap(await answerInsight(device.account, device.commands, finding, null))
  const earlier = toInstant(device.commands.ports.clock.now() - 1000)
  const received = { findingId: finding.id, rule: finding.rule, answer: 'done', at: earlier } as const
  await receiveAnswers(device.account.db, [received])
  expect((await stored())?.[finding.id]?.answer).toBeNull()
  const later = toInstant(device.commands.ports.clock.now() + 1000)
  await receiveAnswers(device.account.db, [{ ...received, at: later }])
  expect((await stored())?.[finding.id]?.answer).toBe('done')
})

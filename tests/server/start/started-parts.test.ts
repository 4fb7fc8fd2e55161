import { expect, test } from 'vitest'
import { StartedParts } from '#server/started-parts.ts'

function recorder() {
  const happened: string[] = []
  const part = (name: string, ends: Promise<void> = Promise.resolve()) => {
    return async () => {
      happened.push(`${name} stops`)
      await ends
      happened.push(`${name} ended`)
    }
  }
  const log = (event: { readonly event: string; readonly part?: unknown }) =>
    happened.push(`${event.event} ${String(event.part)}`)
  return { happened, part, log }
}

test('what started last stops first, one after another, and what stands together stops together', async () => {
  const { happened, part, log } = recorder()
  const parts = new StartedParts(log)
  parts.add('database', part('database'))
  parts.add('jobs', part('jobs'))
  parts.addBeside('jobs', 'http', part('http'))
  parts.addBeside('nothing', 'door', part('door'))
  await parts.stopAll()
  expect(happened).toEqual([
    'door stops',
    'door ended',
    'jobs stops',
    'http stops',
    'jobs ended',
    'http ended',
    'database stops',
    'database ended',
  ])
})

test('a part that fails or never ends is named, and the others stop all the same', async () => {
  const { happened, part, log } = recorder()
  const parts = new StartedParts(log, 20)
  parts.add('database', part('database'))
  parts.add('jobs', part('jobs', new Promise(() => undefined)))
  parts.add('http', () => Promise.reject(new Error('broken')))
  await parts.stopAll()
  expect(happened.slice(0, 3)).toEqual(['stop-failed http', 'jobs stops', 'stop-late jobs'])
  expect(happened).toContain('database stops')
})

test('a second call waits for the same stop', async () => {
  const { happened, part, log } = recorder()
  const parts = new StartedParts(log)
  parts.add('jobs', part('jobs'))
  await Promise.all([parts.stopAll(), parts.stopAll()])
  expect(happened).toEqual(['jobs stops', 'jobs ended'])
})

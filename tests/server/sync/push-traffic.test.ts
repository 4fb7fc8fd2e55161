import { expect, test } from 'vitest'
import { createPushTraffic } from '#server/services/sync/push-traffic.ts'

function traffic() {
  let at = 1_000
  const pushes = createPushTraffic(() => at)
  return {
    ...pushes,
    after: (ms: number) => {
      at += ms
    },
  }
}

test('delivery does not wait for a single push', () => {
  const pushes = traffic()
  expect(pushes.deferralMs()).toBe(0)
  pushes.onPush()
  expect(pushes.deferralMs()).toBe(0)
})

test('delivery waits for pushes that follow each other, and continues when they are over', () => {
  const pushes = traffic()
  pushes.onPush()
  pushes.after(300)
  pushes.onPush()
  expect(pushes.deferralMs()).toBeGreaterThan(0)
  pushes.after(1_000)
  expect(pushes.deferralMs()).toBe(0)
  pushes.onPush()
  expect(pushes.deferralMs()).toBe(0)
})

test('pushes that never end do not put delivery off for longer than a minute', () => {
  const pushes = traffic()
  const waits: number[] = []
  for (let second = 0; second < 90; second += 1) {
    for (let push = 0; push < 4; push += 1) {
      pushes.onPush()
      pushes.after(250)
    }
    waits.push(pushes.deferralMs())
  }
  expect(waits.slice(1, 55).every((ms) => ms > 0)).toBe(true)
  expect(waits.slice(61).every((ms) => ms === 0)).toBe(true)
})

import type { CDPSession } from '@playwright/test'

/** Pulls the page down with one finger from its top, by this many pixels, and releases it. */
export async function pullDown(devtools: CDPSession, pixels: number): Promise<void> {
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
    await devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: 180, y }],
    })
  const from = 200
  await touch('touchStart', from)
  for (let moved = 20; moved <= pixels; moved += 20) await touch('touchMove', from + moved)
  await touch('touchEnd', 0)
}

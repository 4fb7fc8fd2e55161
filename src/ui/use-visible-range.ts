import { type RefObject, useEffect, useRef, useState } from 'react'
import { onIdle } from './on-idle.ts'

/** Indexes of the first and the last entry to render, both included. */
export type VisibleRange = { readonly first: number; readonly last: number }

/** Rendered above and below the screen, so that a quick scroll shows rows. */
const OVERSCAN_PX = 480
/** Entries that fit the smallest screen. */
const INITIAL_COUNT = 9
/** The range moves in steps, so that most scroll events render nothing. */
const STEP = 4

/** Index of the last entry that begins at or above a height; 0 when none does. `tops` is ascending. */
export function entryAt(tops: readonly number[], height: number): number {
  let low = 0
  let high = tops.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((tops[middle] ?? 0) <= height) low = middle
    else high = middle - 1
  }
  return low
}

/** The range of a list whose top is `above` pixels above the top of the screen (below it: negative). */
export function rangeAt(
  tops: readonly number[],
  view: { readonly above: number; readonly height: number; readonly overscan: number },
): VisibleRange {
  const first = entryAt(tops, view.above - view.overscan)
  const last = entryAt(tops, view.above + view.height + view.overscan)
  return {
    first: Math.max(0, first - (first % STEP)),
    last: Math.max(0, Math.min(tops.length - 1, last - (last % STEP) + STEP - 1)),
  }
}

/**
 * Which entries of a long list to render while the page itself scrolls; heights are known beforehand (`tops`). The
 * first render has what fits the screen and nothing more: the rest follows after it.
 */
export function useVisibleRange(list: RefObject<HTMLElement | null>, tops: readonly number[]): VisibleRange {
  const [range, setRange] = useState<VisibleRange>({ first: 0, last: INITIAL_COUNT })
  // Compared before the state is set: React would render again to find that nothing has changed.
  const lastRange = useRef(range)
  useEffect(() => {
    let frame = 0
    const heightAbove = () => -(list.current?.getBoundingClientRect().top ?? 0)
    const updateRange = () => {
      frame = 0
      const next = rangeAt(tops, { above: heightAbove(), height: window.innerHeight, overscan: OVERSCAN_PX })
      if (lastRange.current.first === next.first && lastRange.current.last === next.last) return
      lastRange.current = next
      setRange(next)
    }
    const scheduleUpdate = () => {
      frame ||= requestAnimationFrame(updateRange)
    }
    let cancelIdle: (() => void) | undefined
    frame = requestAnimationFrame(() => {
      const above = heightAbove()
      const { first, last } = lastRange.current
      const fills = entryAt(tops, above) >= first && entryAt(tops, above + window.innerHeight) <= last
      // What is not on the screen does not delay the paint of what is.
      if (fills) cancelIdle = onIdle(updateRange)
      else updateRange()
      frame = 0
    })
    addEventListener('scroll', scheduleUpdate, { passive: true })
    addEventListener('resize', scheduleUpdate)
    return () => {
      cancelIdle?.()
      cancelAnimationFrame(frame)
      removeEventListener('scroll', scheduleUpdate)
      removeEventListener('resize', scheduleUpdate)
    }
  }, [list, tops])
  // A shorter list than before does not have all of the earlier range; a longer one has more.
  const first = Math.min(range.first, Math.max(0, tops.length - 1))
  const last = Math.max(range.last, first + INITIAL_COUNT)
  return { first, last: Math.min(last, tops.length - 1) }
}

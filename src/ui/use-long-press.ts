import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

const LONG_PRESS_MS = 450
/** A finger that moves further than this scrolls. */
const MOVE_TOLERANCE_PX = 10

/**
 * Distinguishes a long press (or a right click) from a tap. A keyboard cannot press long: whatever it opens needs a
 * button of its own as well.
 */
export function useLongPress(onTap: () => void, onLongPress: () => void) {
  const press = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> } | null>(null)
  const wasLong = useRef(false)
  const end = () => {
    if (press.current) clearTimeout(press.current.timer)
    press.current = null
  }
  useEffect(() => () => clearTimeout(press.current?.timer), [])
  return {
    onPointerDown: ({ clientX: x, clientY: y, button }: PointerEvent) => {
      wasLong.current = false
      if (button !== 0) return
      const timer = setTimeout(() => {
        press.current = null
        wasLong.current = true
        onLongPress()
      }, LONG_PRESS_MS)
      press.current = { x, y, timer }
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const started = press.current
      if (started && Math.hypot(clientX - started.x, clientY - started.y) > MOVE_TOLERANCE_PX) end()
    },
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: end,
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault()
      if (wasLong.current) return
      // The finger is still down: lifting it is no tap.
      wasLong.current = press.current !== null
      end()
      onLongPress()
    },
    onClick: () => {
      if (!wasLong.current) onTap()
      wasLong.current = false
    },
  }
}

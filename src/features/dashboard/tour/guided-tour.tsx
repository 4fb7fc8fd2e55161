import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { useTourSteps } from './tour-steps.ts'

type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>

const GAP = 6

/** The first visible element: phone and wide screen have different menus. */
function findVisible(selector: string): Element | undefined {
  return [...document.querySelectorAll(selector)].find((element) => element.getClientRects().length > 0)
}

/** Where the element of a step is on the screen, followed while the page changes; `undefined` when it is absent. */
function useBox(selector: string): Box | undefined {
  const [box, setBox] = useState<Box>()
  useLayoutEffect(() => {
    const measure = () => setBox(findVisible(selector)?.getBoundingClientRect())
    findVisible(selector)?.scrollIntoView({ block: 'nearest' })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    addEventListener('resize', measure)
    addEventListener('scroll', measure, { passive: true, capture: true })
    return () => {
      observer.disconnect()
      removeEventListener('resize', measure)
      removeEventListener('scroll', measure, { capture: true })
    }
  }, [selector])
  return box
}

function Spotlight({ box }: { box: Box }) {
  return (
    <div
      aria-hidden
      style={{
        position: 'fixed',
        left: box.left - GAP,
        top: box.top - GAP,
        width: box.width + 2 * GAP,
        height: box.height + 2 * GAP,
        borderRadius: '1rem',
        outline: '3px solid var(--mantine-color-leaf-4)',
        boxShadow: '0 0 0 200vmax rgb(0 0 0 / 55%)',
        pointerEvents: 'none',
      }}
    />
  )
}

/** The guided tour of the dashboard (spec §2): one place after the other; it can be left at every step. */
export function GuidedTour({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const steps = useTourSteps()
  const [at, setAt] = useState(0)
  const step = steps[at]
  const box = useBox(step?.target ?? '')
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  useEffect(() => {
    // A reader of the screen hears the new step; focusing does not scroll away from what it shows.
    if (at >= 0) title.current?.focus({ preventScroll: true })
  }, [at])
  if (!step) return null
  const isLow = box !== undefined && box.top + box.height / 2 > innerHeight / 2
  const position = at + 1
  const count = steps.length
  return (
    <dialog
      ref={dialog}
      aria-labelledby="tour-title"
      aria-describedby="tour-text"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      style={{
        position: 'fixed',
        inset: 0,
        width: '100%',
        height: '100%',
        maxWidth: 'none',
        maxHeight: 'none',
        padding: 0,
        border: 0,
        background: box === undefined ? 'rgb(0 0 0 / 55%)' : 'transparent',
        color: 'inherit',
      }}
    >
      {box === undefined ? null : <Spotlight box={box} />}
      <div
        className="card stack"
        style={{
          position: 'fixed',
          insetInline: '1rem',
          maxWidth: '26rem',
          marginInline: 'auto',
          [isLow ? 'top' : 'bottom']: '1rem',
        }}
      >
        <p className="dim small">{t`Step ${position} of ${count}`}</p>
        <h2 className="section-title" id="tour-title" ref={title} tabIndex={-1}>
          {step.title}
        </h2>
        <p id="tour-text">{step.text}</p>
        <div className="actions">
          {position < count ? (
            <Button variant="subtle" onClick={onClose}>
              {t`Skip the tour`}
            </Button>
          ) : null}
          {at === 0 ? null : (
            <Button variant="default" onClick={() => setAt(at - 1)}>
              {t`Back`}
            </Button>
          )}
          <Button
            rightSection={position < count ? <Icon name="next" size={18} /> : undefined}
            onClick={() => (position < count ? setAt(at + 1) : onClose())}
          >
            {position < count ? t`Next` : t({ context: 'end of the tour', message: 'Done' })}
          </Button>
        </div>
      </div>
    </dialog>
  )
}

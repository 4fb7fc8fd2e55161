import { useLingui } from '@lingui/react/macro'
import { Component, type ComponentType, createElement, type ReactNode, use, useEffect, useState } from 'react'
import { isMissingPart, loadPart } from './load-part.ts'
import { useToasts } from './toast/toast-store.ts'

/** What a part may have that the person opens and closes. */
type Closable = { readonly opened?: boolean; readonly onClose?: () => void }

type BoundaryProps = { readonly missing: ReactNode; readonly children: ReactNode }

/** Keeps the rest of the screen when a part did not come; anything else that is wrong with it is passed on. */
class PartBoundary extends Component<
  BoundaryProps,
  { readonly failure: { readonly error: unknown } | null }
> {
  override state: { readonly failure: { readonly error: unknown } | null } = { failure: null }
  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }
  override render() {
    const { failure } = this.state
    if (failure === null) return this.props.children
    if (isMissingPart(failure.error)) return this.props.missing
    throw failure.error
  }
}

/** A sheet that did not come is closed again, so that the next touch asks for it anew; anything else says it in its place. */
function MissingPart({ onClose, onAgain }: { onClose: (() => void) | undefined; onAgain: () => void }) {
  const { t } = useLingui()
  const show = useToasts((state) => state.show)
  const words = t`This part of Risiti did not load`
  useEffect(() => {
    if (!onClose) return
    show({ tone: 'bad', text: words })
    onAgain()
    onClose()
  }, [onClose, onAgain, show, words])
  if (onClose) return null
  return (
    <p className="notice" data-tone="bad" role="alert">
      <span>
        {words}{' '}
        <button type="button" className="text-button" onClick={onAgain}>
          {t`Try again`}
        </button>
      </span>
    </p>
  )
}

/** A part on its way, shared by all places that show it. */
type Coming<P> = {
  readonly isAsked: () => boolean
  readonly ask: () => Promise<ComponentType<P>>
  /** It did not come: the next one asks anew. */
  readonly forget: () => void
}

function comingPart<P>(load: () => Promise<ComponentType<P>>): Coming<P> {
  let loading: Promise<ComponentType<P>> | undefined
  return {
    isAsked: () => loading !== undefined,
    ask: () => {
      loading ??= loadPart(load)
      return loading
    },
    forget: () => {
      loading = undefined
    },
  }
}

type PlaceProps<P> = { readonly part: Coming<P>; readonly given: P }

function Arrived<P extends object>({ part, given }: PlaceProps<P>) {
  return createElement(use(part.ask()), given)
}

function Place<P extends object>({ part, given }: PlaceProps<P & Closable>) {
  const [tries, setTries] = useState(0)
  const { opened, onClose } = given
  // Nobody waits for what is closed.
  if (opened === false && !part.isAsked()) return null
  const again = () => {
    part.forget()
    setTries(tries + 1)
  }
  return (
    <PartBoundary key={tries} missing={<MissingPart onClose={onClose} onAgain={again} />}>
      <Arrived part={part} given={given} />
    </PartBoundary>
  )
}

/**
 * A part of a screen (a sheet, a dialog, a panel) that is loaded when it is first shown. One that does not come, within
 * two minutes at the latest, can be asked for again, and nothing of what stands around it is lost. Show it inside a
 * `Suspense`.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const part = comingPart(load)
  return (props) => <Place part={part} given={props} />
}

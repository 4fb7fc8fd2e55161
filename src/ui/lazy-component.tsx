import { useLingui } from '@lingui/react/macro'
import { Component, type ComponentType, createElement, type ReactNode, use, useEffect, useState } from 'react'
import { isModuleLoadError, loadModule } from './load-module.ts'
import { useToasts } from './toast/toast-store.ts'

/** The props of a part that the person opens and closes. */
type Closable = { readonly opened?: boolean; readonly onClose?: () => void }

type BoundaryProps = { readonly fallback: ReactNode; readonly children: ReactNode }

/** Keeps the rest of the screen when a part failed to load; passes on any other error. */
class LoadErrorBoundary extends Component<
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
    if (isModuleLoadError(failure.error)) return this.props.fallback
    throw failure.error
  }
}

/**
 * A sheet that failed to load is closed again, so that the next touch requests it again; any other part shows the
 * failure in its place.
 */
function LoadFailed({
  onClose,
  onAgain: onRetry,
}: {
  onClose: (() => void) | undefined
  onAgain: () => void
}) {
  const { t } = useLingui()
  const show = useToasts((state) => state.show)
  const message = t`This part of Risiti did not load`
  useEffect(() => {
    if (!onClose) return
    show({ tone: 'bad', text: message })
    onRetry()
    onClose()
  }, [onClose, onRetry, show, message])
  if (onClose) return null
  return (
    <p className="notice" data-tone="bad" role="alert">
      <span>
        {message}{' '}
        <button type="button" className="text-button" onClick={onRetry}>
          {t`Try again`}
        </button>
      </span>
    </p>
  )
}

/** A loading part, shared by all places that show it. */
type LazyLoader<P> = {
  readonly isRequested: () => boolean
  readonly request: () => Promise<ComponentType<P>>
  /** It failed to load: the next request loads it again. */
  readonly reset: () => void
}

function createLazyLoader<P>(load: () => Promise<ComponentType<P>>): LazyLoader<P> {
  let loading: Promise<ComponentType<P>> | undefined
  let failed = false
  return {
    isRequested: () => loading !== undefined,
    request: () => {
      loading ??= failed
        ? import('./load-module-again.ts').then(({ loadModuleAgain }) => loadModuleAgain(load))
        : loadModule(load)
      return loading
    },
    reset: () => {
      loading = undefined
      failed = true
    },
  }
}

type LoaderProps<P> = { readonly loader: LazyLoader<P>; readonly componentProps: P }

function LoadedComponent<P extends object>({ loader, componentProps }: LoaderProps<P>) {
  return createElement(use(loader.request()), componentProps)
}

function LazyComponent<P extends object>({ loader, componentProps }: LoaderProps<P & Closable>) {
  const [attempts, setTries] = useState(0)
  const { opened, onClose } = componentProps
  // A closed part is not loaded.
  if (opened === false && !loader.isRequested()) return null
  const retry = () => {
    loader.reset()
    setTries(attempts + 1)
  }
  return (
    <LoadErrorBoundary key={attempts} fallback={<LoadFailed onClose={onClose} onAgain={retry} />}>
      <LoadedComponent loader={loader} componentProps={componentProps} />
    </LoadErrorBoundary>
  )
}

/**
 * A part of a screen (a sheet, a dialog, a panel) that is loaded when it is first shown. If it fails to load, within
 * two minutes at the latest, it can be requested again, and the screen around it keeps its state. Show it inside a
 * `Suspense`.
 */
export function lazyComponent<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const loader = createLazyLoader(load)
  return (props) => <LazyComponent loader={loader} componentProps={props} />
}

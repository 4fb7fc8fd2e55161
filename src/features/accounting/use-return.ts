import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { failureCode } from '#app-context/failure-code.ts'

/**
 * Hands what an accounting service put into the address (spec §2) to the server, once, and has the address cleaned at
 * once: its code opens the books. `code` says why nothing was connected.
 */
export function useReturn(onConnected: () => void): {
  readonly code: string | undefined
  readonly busy: boolean
} {
  const { call } = useAppContext()
  const navigate = useNavigate()
  // As text: the id of a company has more digits than a number can hold.
  const search = useLocation({ select: ({ searchStr }) => searchStr })
  const [code, setCode] = useState<string>()
  const [busy, setBusy] = useState(false)
  const handed = useRef<string>(undefined)
  useEffect(() => {
    const query = Object.fromEntries(new URLSearchParams(search))
    const isReturn = 'code' in query || ('error' in query && 'state' in query)
    if (!isReturn || handed.current === search) return
    handed.current = search
    setBusy(true)
    setCode(undefined)
    void navigate({ to: '/apps-integration', search: {}, replace: true })
    void call('accounting.complete', { query }).then((outcome) => {
      setBusy(false)
      if (outcome.kind === 'answered') onConnected()
      else setCode(failureCode(outcome))
    })
  }, [call, navigate, onConnected, search])
  return { code, busy }
}

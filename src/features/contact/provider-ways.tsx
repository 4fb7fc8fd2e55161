import { useLingui } from '@lingui/react/macro'
import { useEffect, useMemo, useState } from 'react'
import type { Caller } from '#api/call.ts'
import { failureCode } from '#app-context/failure-code.ts'
import { LoadFailure } from '#ui/load-failure.tsx'
import { ContactWays } from './contact-ways.tsx'
import { keptContact } from './kept-contact.ts'

/** A call, WhatsApp and an email to the provider; where the server does not answer, as this phone last read them. */
export function ProviderWays({ call }: { readonly call: Caller }) {
  const { t } = useLingui()
  const [contact, setContact] = useState(() => keptContact.read(localStorage))
  const [failed, setFailed] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  // A new attempt asks again.
  const question = useMemo(() => ({ call, attempt }), [call, attempt])
  useEffect(() => {
    let unmounted = false
    const load = async () => {
      const outcome = await question.call('contact.provider', {})
      if (unmounted) return
      setFailed(outcome.kind === 'answered' ? undefined : failureCode(outcome))
      if (outcome.kind !== 'answered') return
      setContact(outcome.value)
      keptContact.keep(localStorage, outcome.value)
    }
    void load()
    return () => {
      unmounted = true
    }
  }, [question])
  if (contact !== undefined) return <ContactWays contact={contact} />
  // The form below does not move when they arrive.
  if (failed === undefined) return <div style={{ minHeight: '9rem' }} />
  return (
    <div className="stack">
      <LoadFailure
        code={failed}
        offline={t`Our phone number and email did not load: there is no connection.`}
      />
      <button type="button" className="button button-quiet" onClick={() => setAttempt(attempt + 1)}>
        {t`Try again`}
      </button>
    </div>
  )
}

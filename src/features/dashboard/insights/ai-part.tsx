import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { loadAdministrationMessages } from '#i18n/language.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'
import type { NamedFinding } from './use-insights.ts'

/** It works only with the server: neither it nor its words are stored on the phone. */
const AiSection = lazyComponent(async () => {
  const [{ AiSection: Section }] = await Promise.all([
    import('./ai/ai-section.tsx'),
    loadAdministrationMessages(),
  ])
  return Section
})

/** The way to have findings worded by AI: nothing of it is loaded or asked before the person wants it. */
export function AiPart({ findings }: { readonly findings: readonly NamedFinding[] }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  if (open) {
    return (
      <Suspense>
        <AiSection findings={findings} />
      </Suspense>
    )
  }
  return (
    <div className="actions">
      <Button variant="subtle" onClick={() => setOpen(true)}>{t`In words, by AI`}</Button>
    </div>
  )
}

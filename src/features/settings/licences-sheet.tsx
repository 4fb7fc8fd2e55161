import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import classes from './settings.module.css'

const listSchema = v.object({
  packages: v.array(
    v.object({ name: v.string(), version: v.string(), licence: v.string(), text: v.string() }),
  ),
})
type Packages = v.InferOutput<typeof listSchema>['packages']

/** The list that the build puts beside the app. Not part of the offline copy: 20 kB that is hardly ever read. */
async function readPackages(signal: AbortSignal): Promise<Packages> {
  const answer = await fetch('/licences.json', { signal })
  return v.parse(listSchema, await answer.json()).packages
}

/** Every package that is part of the app, each with its licence. */
export function LicencesSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  /** `null`: it could not be fetched. */
  const [packages, setPackages] = useState<Packages | null>()
  useEffect(() => {
    const controller = new AbortController()
    readPackages(controller.signal).then(setPackages, () => {
      if (!controller.signal.aborted) setPackages(null)
    })
    return () => controller.abort()
  }, [])
  return (
    <Sheet title={t`Licences`} opened onClose={onClose}>
      {packages === null ? (
        <EmptyState icon="offline" title={t`This needs a connection`}>
          {t`The list of licences is loaded when you ask for it.`}
        </EmptyState>
      ) : (
        <div className="stack" aria-busy={packages === undefined}>
          <p className="dim small">{t`Risiti uses open-source software. Each part has its own licence.`}</p>
          <ul className={classes.packages}>
            {packages?.map(({ name, version, licence, text }) => (
              <li key={`${name} ${version}`}>
                <details>
                  <summary>
                    <span translate="no">
                      {name} <span className="dim small">{version}</span>
                    </span>
                    <span className="dim small" translate="no">
                      {licence}
                    </span>
                  </summary>
                  <pre translate="no">{text}</pre>
                </details>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Sheet>
  )
}

import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useStorage } from '#blocks/storage/use-storage.ts'
import { classifyFreeSpace } from '#domain/storage/free-space.ts'
import { bytesText } from '#domain/text/bytes-text.ts'
import { Icon } from '#ui/icon.tsx'
import { Section } from './section.tsx'
import classes from './settings.module.css'

/** Whether the browser may clear this phone's records, how much space they take, and how much is left. */
export function StorageSection() {
  const { t } = useLingui()
  const { persisted, space: room, requestPersistence: protect } = useStorage()
  const [refused, setRefused] = useState(false)
  const roomLevel = room ? classifyFreeSpace(room) : 'plenty'
  return (
    <Section id="storage" icon="box" title={t`Storage`}>
      {persisted === undefined ? null : persisted ? (
        <p className={classes.head}>
          <Icon name="seal" />
          <span>{t`Protected: the browser will not delete Risiti's data.`}</span>
        </p>
      ) : (
        <>
          <p className={classes.head}>
            <Icon name="info" />
            <span>
              {refused
                ? t`The browser did not allow it. Install the app, use it for a few days, then try again.`
                : t`Not protected: the browser may delete your data when space runs out.`}
            </span>
          </p>
          <Button
            variant="light"
            onClick={() =>
              void protect().then(
                (granted) => setRefused(!granted),
                () => setRefused(true),
              )
            }
          >
            {t`Protect my data`}
          </Button>
        </>
      )}
      {room ? (
        <dl className={classes.facts}>
          <dt>{t`Used by Risiti`}</dt>
          <dd>{bytesText(room.usage)}</dd>
          <dt>{t`Free space`}</dt>
          <dd>{bytesText(room.quota - room.usage)}</dd>
        </dl>
      ) : null}
      {roomLevel === 'plenty' ? null : (
        <div className="notice" data-tone="bad" role="alert">
          <Icon name="alert" />
          <div>
            <strong>{roomLevel === 'low' ? t`The phone is almost full` : t`The phone is full`}</strong>
            {t`Send your unsent records, then delete pictures, videos or apps you don't need.`}
          </div>
        </div>
      )}
    </Section>
  )
}

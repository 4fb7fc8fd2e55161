import { describe, expect, it } from 'vitest'
import { findRefusedWords } from '../../../scripts/check/comment-words.ts'

const refusedIn = (comment: string) => findRefusedWords(comment).map(({ refused }) => refused)

describe('a word that comments do not use', () => {
  it('is found whatever its letters and wherever the line ends', () => {
    expect(refusedIn('* Whoever reads this\n * begins anew.')).toEqual(['whoever', 'anew'])
  })

  it('is found in the possessive', () => {
    expect(refusedIn(" The person's phone is nobody's.")).toEqual(['nobody'])
  })

  it('comes with what to write instead', () => {
    expect(findRefusedWords(' Read anew.')).toEqual([{ refused: 'anew', say: 'again' }])
  })

  it('is not found in a part of another word', () => {
    expect(refusedIn(' A recommended amendment.')).toEqual([])
  })

  it('may be named as a value of the code, between code marks or quotes', () => {
    expect(refusedIn(' `nobody` and \'nobody\' and "nobody" are kinds of session.')).toEqual([])
  })
})

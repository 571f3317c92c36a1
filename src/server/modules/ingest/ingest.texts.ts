/** The texts of failures, and of notices about masters that can be played. Exhaustive by type, in both languages. */
import type { Locale } from '../../../contract/errors.ts';
import { isKeyOf } from '../../../contract/keys.ts';

const failureTexts = {
  not_video: {
    ko: '동영상 파일이 아니에요. 다른 파일을 올려 주세요.',
    en: 'This is not a video file. Please upload another one.',
  },
  not_audio: {
    ko: '소리 파일이 아니에요. 다른 파일을 올려 주세요.',
    en: 'This is not an audio file. Please upload another one.',
  },
  no_audio_stream: {
    ko: '파일에 소리가 없어요.',
    en: 'The file has no sound.',
  },
  truncated: {
    ko: '파일이 끝까지 들어 있지 않아요. 원본을 확인하고 다시 올려 주세요.',
    en: 'The file is incomplete. Check the original and upload it again.',
  },
  no_video_stream: {
    ko: '파일에 화면이 없고 소리만 있어요. 라디오 프로그램이라면 MP3, M4A, WAV, FLAC 같은 오디오 파일로 올려 주세요.',
    en: 'The file has sound but no picture. Upload a radio program as an audio file, such as MP3, M4A, WAV or FLAC.',
  },
  too_short: {
    ko: '영상이 너무 짧아요. 1초보다 길어야 해요.',
    en: 'The video is too short. It has to be longer than a second.',
  },
  master_missing: {
    ko: '올린 원본 파일이 저장소에 없어요. 다시 올려 주세요.',
    en: 'The uploaded file is no longer in storage. Please upload it again.',
  },
  tool_failed: {
    ko: '변환 프로그램이 오류로 멈췄어요. 아래 기록을 확인한 뒤 다시 시도해 주세요.',
    en: 'A media program stopped with an error. Look at its last lines below, then retry.',
  },
  tool_killed: {
    ko: '변환 프로그램이 두 번 강제로 종료됐어요. 메모리가 부족한지 확인한 뒤 다시 시도해 주세요.',
    en: 'A media program was killed twice. Check whether the server has run out of memory, then retry.',
  },
  tool_missing: {
    ko: '변환 프로그램(ffmpeg, ffprobe 또는 shaka-packager)이 설치되어 있지 않아요.',
    en: 'A media program (ffmpeg, ffprobe or shaka-packager) is not installed.',
  },
  stalled: {
    ko: '진행이 오랫동안 멈춰 있어 중단했어요. 다시 시도해 주세요.',
    en: 'Nothing had moved for a long time, so it was stopped. Please retry.',
  },
  disk_full: {
    ko: '디스크에 남은 공간이 없어요. 공간을 비운 뒤 다시 시도해 주세요.',
    en: 'The disk is full. Free some space, then retry.',
  },
  unexpected: {
    ko: '예상하지 못한 문제가 생겼어요. 아래 기록을 확인해 주세요.',
    en: 'Something unexpected happened. See the lines below.',
  },
} as const satisfies Record<string, Record<Locale, string>>;

type FailureCode = keyof typeof failureTexts;

const noticeTexts = {
  no_sound: { ko: '소리가 없는 영상이에요.', en: 'This video has no sound track.' },
  silent_sound: {
    ko: '소리 트랙이 있지만 들리는 소리가 없어요.',
    en: 'There is a sound track, but it is silent.',
  },
  portrait: { ko: '세로로 긴 영상이에요.', en: 'This is a portrait video.' },
  surround_mixed_down: {
    ko: '서라운드 소리를 스테레오로 합쳤어요.',
    en: 'The surround sound was mixed down to stereo.',
  },
  picture_held: {
    ko: '소리가 화면보다 길어서 마지막 화면을 소리가 끝날 때까지 보여 줘요.',
    en: 'The sound is longer than the picture. The last frame is shown until the sound ends.',
  },
  captions_are_pictures: {
    ko: '그림으로 된 자막이 들어 있어서 가져오지 못했어요. 자막 파일을 따로 올려 주세요.',
    en: 'The captions in the file are pictures and were not imported. Upload a caption file.',
  },
  captions_unreadable: {
    ko: '파일에 들어 있는 자막을 읽지 못했어요. 자막 파일을 따로 올려 주세요.',
    en: 'The captions in the file could not be read. Upload a caption file.',
  },
  hdr_tone_mapped: { ko: 'HDR 영상을 SDR로 바꿨어요.', en: 'The HDR picture was tone-mapped to SDR.' },
  low_resolution: {
    ko: '해상도가 낮은 원본이에요(720p 미만).',
    en: 'The master’s resolution is low (below 720p).',
  },
} as const satisfies Record<string, Record<Locale, string>>;

export type NoticeCode = keyof typeof noticeTexts;

/** The text of a failure; codes that this version does not know read as unexpected. */
export function failureText(code: string | null, locale: Locale): string {
  if (code === null) return '';
  return failureTexts[isKeyOf(failureTexts, code) ? code : 'unexpected'][locale];
}

/** The texts of notices, in the order they were found. */
export function noticeTextsOf(codes: readonly string[], locale: Locale): string[] {
  return codes.flatMap((code) => (isKeyOf(noticeTexts, code) ? noticeTexts[code][locale] : []));
}

/** A step that cannot continue, for a reason staff can read. They decide whether to retry it. */
export class IngestFailure extends Error {
  override name = 'IngestFailure';
  readonly code: FailureCode;
  readonly tail: string;

  constructor(code: FailureCode, tail = '') {
    super(code);
    this.code = code;
    this.tail = tail;
  }
}

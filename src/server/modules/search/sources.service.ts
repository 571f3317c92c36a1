/** Every kind of things that can be found: another module's is one line here. */
import { episodeSource, personSource, programmeSource } from '../catalog/search-sources.service.ts';
import { channelSource } from '../live/search-source.service.ts';
import { clipSource } from '../partner-video/search-source.service.ts';
import type { SearchSource } from './documents.service.ts';

export const searchSources: SearchSource[] = [
  programmeSource,
  episodeSource,
  personSource,
  channelSource,
  clipSource,
];

declare module 'epg-parser' {
  interface Text {
    lang?: string;
    value: string;
  }
  interface Programme {
    start: string;
    stop: string;
    channel: string;
    title: Text[];
    subTitle: Text[];
    desc: Text[];
    category: Text[];
    icon: { src: string }[];
    episodeNum: { system: string; value: string }[];
    rating: { system: string; value: string }[];
  }
  interface Guide {
    channels: { id: string; displayName: Text[]; icon: { src: string }[] }[];
    programs: Programme[];
  }
  const parser: { parse(xml: string): Guide };
  export default parser;
}

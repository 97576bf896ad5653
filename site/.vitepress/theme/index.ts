import { defineComponent, h, nextTick, onMounted, watch } from 'vue';
import { inBrowser, useRoute, type Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { leaves } from './leaves.mjs';
import { makeLive } from './live.mjs';
import { makeSortable } from './sortable.mjs';
import './style.css';

function liven(): void {
  makeSortable();
  makeLive();
}

export default {
  extends: DefaultTheme,
  enhanceApp({ router }) {
    // The build also renders pages, without a browser.
    if (inBrowser) router.onBeforeRouteChange = (to) => !leaves(to);
  },
  Layout: defineComponent(() => {
    const route = useRoute();
    onMounted(liven);
    watch(
      () => route.path,
      () => void nextTick(liven),
    );
    return () => h(DefaultTheme.Layout);
  }),
} satisfies Theme;

import { defineComponent, h, nextTick, onMounted, watch } from 'vue';
import { useRoute, type Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { makeSortable } from './sortable.mjs';
import './style.css';

export default {
  extends: DefaultTheme,
  Layout: defineComponent(() => {
    const route = useRoute();
    onMounted(makeSortable);
    watch(
      () => route.path,
      () => void nextTick(makeSortable),
    );
    return () => h(DefaultTheme.Layout);
  }),
} satisfies Theme;

package cn.sealflow.app;

import android.os.Bundle;
import androidx.activity.EdgeToEdge;
import com.getcapacitor.BridgeActivity;

public class MainActivity extends BridgeActivity {

    @Override
    protected void onCreate(Bundle savedInstanceState) {
        // Android 15 does so by itself.
        EdgeToEdge.enable(this);
        super.onCreate(savedInstanceState);
        // Until the page paints there would be a white sheet, also in the dark.
        getBridge().getWebView().setBackgroundColor(getColor(R.color.page));
    }
}
